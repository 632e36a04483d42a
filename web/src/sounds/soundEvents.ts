/** What is heard of what happens at a table: the one place that decides. */
import { ANSWER, LAY, ROLL, TAKE } from '../games/azul_solo/durations';
import type { TableInfo, Told, Update } from '../live/messages';
import { result } from '../games/result';
import type { Sound } from './sounds';

/** A sound, and after how many milliseconds of the calm speed. */
export type Heard = { sound: Sound; at: number };
/** A sound, and how long until the next. */
type Beat = [sound: Sound, lasts: number];

const NEXT = 110;
/** All cards to the bases: the last of them are enough. */
const MOST = 12;

const KEYS: Record<string, Beat[]> = {
  'told.deal': [['turned', NEXT]],
  'told.deal_rejected': [['turned', NEXT]],
  'told.turned': [['turned', NEXT]],
  'told.redealt': [['turned', NEXT]],
  'told.to_column': [['placed', NEXT]],
  'told.to_base': [['base', NEXT]],
  'told.undo': [['placed', NEXT]],
  'az.filled': [['tile', NEXT]],
  'az.you': [['tile', TAKE]],
  'az.answer': [['die', ROLL], ['tile', ANSWER]],
  'af.drawn': [['die', ROLL]],
  'af.chosen': [['piece', NEXT]],
  'af.placed': [['piece', 2 * NEXT]],
  'af.capture': [['capture', 4 * NEXT]],
};

/** Tiles that go to the wall are counted one by one; a card that is uncovered turns over. */
function beats({ key, values = {} }: Told): Beat[] {
  const laid = values['laid'];
  if (key === 'az.round') return Array.isArray(laid) ? laid.map(() => ['base', LAY]) : [];
  return [...(KEYS[key] ?? []), ...(values['uncovered'] ? ([['turned', NEXT]] as Beat[]) : [])];
}

const isMine = ({ yours }: TableInfo, { actor }: Update) => actor !== null && yours.includes(actor);

/** Does a person who sits among others have to look up? */
function isCalled(known: Update, update: Update, info: TableInfo): boolean {
  const isShared = info.kind !== 'contest' && info.players > 1 && info.yours.length === 1;
  return isShared && isMine(info, update) && !isMine(info, known);
}

/** The end: whoever looks on hears that somebody has won. */
function ending(known: Update, update: Update, info: TableInfo): Sound | null {
  const how = result(update.view, info);
  if (!how || result(known.view, info)) return null;
  return how.isWon || !info.yours.length ? 'win' : 'lose';
}

/** Nothing is heard of what was there when the page came, or was missed. */
export function heard(known: Update | undefined, update: Update, info: TableInfo): Heard[] {
  if (!known || known.board !== update.board || update.count === known.count || !update.told.length) return [];
  let at = 0;
  const all = update.told.flatMap(beats).slice(-MOST).map(([sound, lasts]) => {
    const one = { sound, at };
    at += lasts;
    return one;
  });
  const last = ending(known, update, info) ?? (isCalled(known, update, info) ? 'turn' : null);
  return last ? [...all, { sound: last, at }] : all;
}

/** When so much is left, one hears it. */
const SHORT = 10_000;

/** How long until time runs short, for whoever plays against it; null if it never does. */
export function shortIn(update: Update, info: TableInfo, now: number): number | null {
  if (info.phase !== 'playing' || !info.yours.length) return null;
  const ends = isMine(info, update) ? (update.turn_ends_at ?? info.ends_at) : null;
  return ends && ends - SHORT > now ? ends - SHORT - now : null;
}
