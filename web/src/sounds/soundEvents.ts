/** Decides which sounds an update of a table makes. */
import { ANSWER, PLACE, ROLL, TAKE } from '../games/azul_solo/durations';
import type { TableInfo, Sentence, Update } from '../live/messages';
import { result } from '../games/result';
import type { Sound } from './sounds';

/** A sound and its start, in milliseconds at calm speed. */
export type ScheduledSound = { sound: Sound; at: number };
/** A sound and the time until the next one. */
type SoundStep = [sound: Sound, duration: number];

const GAP = 110;
/** When many cards go to the bases at once, only the last ones make a sound. */
const MAX_SOUNDS = 12;

const SOUNDS_OF_KEYS: Record<string, SoundStep[]> = {
  'told.deal': [['turned', GAP]],
  'told.deal_rejected': [['turned', GAP]],
  'told.turned': [['turned', GAP]],
  'told.redealt': [['turned', GAP]],
  'told.to_column': [['placed', GAP]],
  'told.to_base': [['base', GAP]],
  'told.undo': [['placed', GAP]],
  'az.filled': [['tile', GAP]],
  'az.you': [['tile', TAKE]],
  'az.answer': [['die', ROLL], ['tile', ANSWER]],
  'af.drawn': [['die', ROLL]],
  'af.chosen': [['piece', GAP]],
  'af.placed': [['piece', 2 * GAP]],
  'af.capture': [['capture', 4 * GAP]],
};

/** Each tile placed on the wall has a sound of its own; an uncovered card is turned over. */
function soundSteps({ key, values = {} }: Sentence): SoundStep[] {
  const placed = values['laid'];
  if (key === 'az.round') return Array.isArray(placed) ? placed.map(() => ['base', PLACE]) : [];
  return [...(SOUNDS_OF_KEYS[key] ?? []), ...(values['uncovered'] ? ([['turned', GAP]] as SoundStep[]) : [])];
}

const isMyTurn = ({ yours }: TableInfo, { actor }: Update) => actor !== null && yours.includes(actor);

/** Has the turn of a user who plays with others just begun? */
function isTurnStarting(previous: Update, update: Update, info: TableInfo): boolean {
  const isShared = info.kind !== 'contest' && info.players > 1 && info.yours.length === 1;
  return isShared && isMyTurn(info, update) && !isMyTurn(info, previous);
}

/** The sound of the end of a game; onlookers always hear a win. */
function endSound(previous: Update, update: Update, info: TableInfo): Sound | null {
  const outcome = result(update.view, info);
  if (!outcome || result(previous.view, info)) return null;
  return outcome.isWon || !info.yours.length ? 'win' : 'lose';
}

/** The sounds of an update; none for the first position of a page, or after missed updates. */
export function soundsOf(previous: Update | undefined, update: Update, info: TableInfo): ScheduledSound[] {
  if (!previous || previous.board !== update.board || update.count === previous.count || !update.told.length) return [];
  let at = 0;
  const all = update.told.flatMap(soundSteps).slice(-MAX_SOUNDS).map(([sound, duration]) => {
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
