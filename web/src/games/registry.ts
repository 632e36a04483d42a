/** The games that the client has a board for, in display order; the first one is suggested to new users. */
import aftaebr from './aftaebr/game';
import azulSolo from './azul_solo/game';
import type { Board, GameModule } from './gameModule';
import noveColonne from './nove_colonne/game';
import plain from './plain/game';
import solitario40 from './solitario40/game';

const MODULES: readonly GameModule[] = [solitario40, noveColonne, azulSolo, aftaebr];

export const moduleNames: readonly string[] = MODULES.map(({ name }) => name);

/** The module of a game, by its name or by the `game` of its views; `plain` for games that the client does not know. */
export const gameModule = (game: string): GameModule => MODULES.find(({ name }) => name === game) ?? plain;

export const loadBoard = (game: string): Promise<Board> => gameModule(game).loadBoard().then(({ default: board }) => board as Board);
