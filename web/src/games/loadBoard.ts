/** The board components of the games, each loaded when it is needed. */
import type { Component } from 'svelte';
import type { GameView } from './views';

export type Board = Component<Record<string, unknown>>;

const LOADERS: Record<GameView['game'], () => Promise<{ default: unknown }>> = {
  solitario40: () => import('./solitario40/Board.svelte'),
  nove_colonne: () => import('./nove_colonne/Board.svelte'),
  azul_solo: () => import('./azul_solo/Board.svelte'),
  aftaebr: () => import('./aftaebr/Board.svelte'),
  plain: () => import('./plain/Board.svelte'),
};

export const loadBoard = (game: GameView['game']): Promise<Board> =>
  LOADERS[game]().then(({ default: board }) => board as Board);
