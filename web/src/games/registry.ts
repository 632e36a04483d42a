/** The games that the client has a folder for: the module of each is its `game.ts`. */
import { m } from '../paraglide/messages.js';
import type { Board, GameModule } from './gameModule';
import plain from './plain/game';

const MODULES = Object.values(import.meta.glob<GameModule>('./*/game.ts', { eager: true, import: 'default' }));

/** The module of a game, by its name or by the `game` of its views; `plain` for games that the client does not know. */
export const gameModule = (game: string): GameModule => MODULES.find(({ name }) => name === game) ?? plain;

/** What the scores of a game count: «Punti». */
export const scoreLabel = (game: string): string => gameModule(game).score?.label() ?? m.table_points();

/** A score of a game in words: «12 punti». */
export const scoreText = (game: string, points: number): string => gameModule(game).score?.text(points) ?? m.table_result_points({ points });

export const loadBoard = (game: string): Promise<Board> => gameModule(game).loadBoard().then(({ default: board }) => board as Board);
