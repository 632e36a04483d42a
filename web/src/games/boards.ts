/** The boards of the games, each loaded when it is needed. */
import type { Component } from 'svelte';
import type { Picture } from './board';

export type Board = Component<Record<string, unknown>>;

const LOAD: Record<Picture['game'], () => Promise<{ default: unknown }>> = {
  solitario40: () => import('./solitario40/Board.svelte'),
  nove_colonne: () => import('./nove_colonne/Board.svelte'),
  azul_solo: () => import('./azul_solo/Board.svelte'),
  aftaebr: () => import('./aftaebr/Board.svelte'),
  plain: () => import('./plain/Board.svelte'),
};

export const boardOf = (game: Picture['game']): Promise<Board> => LOAD[game]().then(({ default: board }) => board as Board);
