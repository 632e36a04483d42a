/** The games that the client has a folder for: the module of each is its `game.ts`. */
import type { Board, GameModule } from './gameModule';
import plain from './plain/game';

const MODULES = Object.values(import.meta.glob<GameModule>('./*/game.ts', { eager: true, import: 'default' }));

/** The module of a game, by its name or by the `game` of its views; `plain` for games that the client does not know. */
export const gameModule = (game: string): GameModule => MODULES.find(({ name }) => name === game) ?? plain;

export const loadBoard = (game: string): Promise<Board> => gameModule(game).loadBoard().then(({ default: board }) => board as Board);
