/** Decides which sounds an update of a table makes. */
import { gameModule } from '../games/registry';
import type { TableInfo, Sentence, Update } from '../live/messages';
import type { Sound } from './sounds';
import { GAP, type SoundStep } from './soundSteps';

/** A sound and its start, in milliseconds at calm speed. */
export type ScheduledSound = { sound: Sound; at: number };

/** When many cards go to the bases at once, only the last ones make a sound. */
const MAX_SOUNDS = 12;

/** The sounds of an event: undoing sounds the same in all games. */
const soundSteps = (sentence: Sentence, game: string): SoundStep[] =>
  sentence.key === 'told.undo' ? [['placed', GAP]] : gameModule(game).sounds(sentence);

const isMyTurn = ({ yours }: TableInfo, { actor }: Update) => actor !== null && yours.includes(actor);

/** Has the turn of a user who plays with others just begun? */
function isTurnStarting(previous: Update, update: Update, info: TableInfo): boolean {
  const isShared = info.kind !== 'contest' && info.players > 1 && info.yours.length === 1;
  return isShared && isMyTurn(info, update) && !isMyTurn(info, previous);
}

/** The sound of the end of a game; onlookers always hear a win. */
function endSound(previous: Update, update: Update, info: TableInfo): Sound | null {
  const game = gameModule(update.view.game);
  const outcome = game.result(update.view, info);
  if (!outcome || game.result(previous.view, info)) return null;
  return outcome.isWon || !info.yours.length ? 'win' : 'lose';
}

/** The sounds of an update; none for the first position of a page, or after missed updates. */
export function soundsOf(previous: Update | undefined, update: Update, info: TableInfo): ScheduledSound[] {
  if (!previous || previous.board !== update.board || update.count === previous.count || !update.told.length) return [];
  let at = 0;
  const all = update.told.flatMap((sentence) => soundSteps(sentence, update.view.game)).slice(-MAX_SOUNDS).map(([sound, duration]) => {
    const scheduled = { sound, at };
    at += duration;
    return scheduled;
  });
  const last = endSound(previous, update, info) ?? (isTurnStarting(previous, update, info) ? 'turn' : null);
  return last ? [...all, { sound: last, at }] : all;
}

/** The warning sounds when this much time is left. */
const WARNING_MS = 10_000;

/** Milliseconds until the time warning of a user whose clock runs; null if there is none. */
export function timeWarningIn(update: Update, info: TableInfo, now: number): number | null {
  if (info.phase !== 'playing' || !info.yours.length) return null;
  const ends = isMyTurn(info, update) ? (update.turn_ends_at ?? info.ends_at) : null;
  return ends && ends - WARNING_MS > now ? ends - WARNING_MS - now : null;
}
