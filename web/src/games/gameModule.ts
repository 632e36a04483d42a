/**
 * What the client knows about one game: each folder here exports such an object from its `game.ts`. The only other
 * file that every folder has is `Thumbnail.svelte`, because lists of games must not load the rest.
 */
import type { Component } from 'svelte';
import type { Preview, Sentence, TableInfo, Update } from '../live/messages';
import type { SoundStep } from '../sounds/soundSteps';
import type { GameView } from './views';

/** How a game ended, from the point of view of the user. */
export type Result = { title: string; points: string; isWon: boolean };

export type Board = Component<Record<string, unknown>>;

/** What boards need of an update; positions outside a table have it too. */
export type BoardUpdate = Pick<Update, 'count' | 'view' | 'told' | 'last' | 'previews' | 'count_of_round'>;

export type BoardContext = {
  /** The latest update, to be animated; null while another position is shown. */
  update: BoardUpdate | null;
  /** The effect of each move. */
  previews: BoardUpdate['previews'];
  /** The names of the players of this board, by seat. */
  names: readonly string[];
  /** The same at the beginning of a sentence, with the article of bots. */
  subjects?: readonly string[];
  /** The user's players. */
  mine: readonly number[];
  /** Does the user play on this board? */
  canPlay: boolean;
  narrate: (sentences: Sentence[]) => string;
  /** Called when the animation of an update starts or ends. */
  onanimating: (isAnimating: boolean) => void;
};

/** What a newcomer needs: the aim and three rules. A picture illustrates them by their numbers, in 320 × 150 units. */
export type HowToPlay = {
  aim(): string;
  rules: readonly [() => string, () => string, () => string];
  loadPicture(): Promise<{ default: unknown }>;
};

export interface GameModule<View extends GameView = GameView> {
  /** The `game` of its views. */
  readonly name: View['game'];
  /** Boards are loaded when they are needed. */
  loadBoard(): Promise<{ default: unknown }>;

  /** Shown at the first visit; a game without it has only a link to its rules. */
  readonly howToPlay?: HowToPlay;
  /** Can a single tap move a card to its best place? */
  readonly hasOneTap?: boolean;

  /**
   * Tips for newcomers, by the key of what happened (`af.capture`, `az.priority.2`) or `illegal`, what the rules do not
   * allow. Each is shown once.
   */
  readonly tips?: Readonly<Record<string, () => string>>;

  /** null while the game goes on. */
  result(view: View, info: TableInfo): Result | null;
  /** The points that the header shows. */
  points?(view: View): { label: string; value: number } | null;
  /** Are these scores points? Some games only count who has won; without `winners` it is not known who has. */
  hasPoints(scores: readonly number[], winners?: readonly number[]): boolean;
  /** What its scores count, if not points: the name of it, and a score in words. */
  readonly score?: { label(): string; text(score: number): string };
  /** Translation keys that name the seats where no players do, as in a lesson. */
  seatNames?(view: View): string[];
  /** Who has points without a seat. */
  opponentName?(): string;

  /**
   * Optimistic update: the position shown while a move is on its way to the server. The piece goes where
   * the player put it and nothing else changes; the server's update corrects the rest.
   */
  predictMove(view: View, move: string, preview?: Preview): View;
  /** A move in words: «sette di spade alla colonna 3». */
  moveText(move: string): string;
  /** A move that the table may make by itself if the user wants it so: it can never cost a chance or a point. */
  safeMove?(view: View, moves: readonly string[]): string | undefined;
  /** The sounds of an event. */
  sounds(sentence: Sentence): SoundStep[];

  /** The props of a board to play on that only this board takes. */
  tableProps?(context: BoardContext): Record<string, unknown>;
  /** The props of the playback that only this board takes. */
  replayProps?(context: { names: readonly string[]; narration: string }): Record<string, unknown>;
  /** The keys of sentences that the board shows itself: the status line leaves them out. */
  readonly boardSentences?: readonly string[];
  /** Does the board show the narration of the playback? */
  readonly narratesReplay?: boolean;
}
