/** Dates, durations and numbers in the format of the current language. */
import type { PastGame } from '../live/messages';
import { languages } from '../settings/settings.svelte';
import { m } from '../paraglide/messages.js';

/** Day, month, 24 hours: the order of both languages. */
const LOCALES = { it: 'it-IT', en: 'en-GB' };
const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALES[languages.current], options);

/** Every date is told like this: «17 novembre», with its year if that is not the present one. */
function formatDate(date: Date, timeZone?: string): string {
  const isThisYear = date.getFullYear() === new Date().getFullYear();
  return dateFormat({ day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }), ...(timeZone ? { timeZone } : {}) }).format(date);
}

/** «17 novembre, 21:05», in the time zone of the user. */
export const formatDateTime = (at: number) =>
  `${formatDate(new Date(at))}, ${dateFormat({ hour: '2-digit', minute: '2-digit' }).format(at)}`;

/** A day of the server, such as 2026-11-16; the same in every time zone. */
export const formatDay = (day: string) => formatDate(new Date(`${day}T12:00:00Z`), 'UTC');

/** When a game was played: a daily deal belongs to a day, the others were opened at some time. */
export const gameDate = (game: Pick<PastGame, 'day' | 'created_at'>) => (game.day ? formatDay(game.day) : formatDateTime(game.created_at));

/** A month of the server, such as 2026-11. */
export const formatMonth = (month: string) => dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${month}-15T12:00:00Z`));

/** From Monday on. */
export function weekdayNames(): { short: string; long: string }[] {
  const [short, long] = (['narrow', 'long'] as const).map((weekday) => dateFormat({ weekday, timeZone: 'UTC' })) as [Intl.DateTimeFormat, Intl.DateTimeFormat];
  // The fifth of January 1970 was a Monday.
  return Array.from({ length: 7 }, (_, i) => Date.UTC(1970, 0, 5 + i)).map((at) => ({ short: short.format(at), long: long.format(at) }));
}

/** A share from 0 to 1 as a whole number of per cent: «86%». */
export const formatShare = (share: number) => new Intl.NumberFormat(LOCALES[languages.current], { style: 'percent' }).format(share);

const DAY_SECONDS = 86400;

/** «3 h 20 min», «45 s»; whole days, such as the time of a turn, as «3 giorni». */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s && s % DAY_SECONDS === 0) return m.page_days({ days: s / DAY_SECONDS });
  if (s < 60) return m.page_seconds({ s });
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return s % 60 ? m.page_minutes_seconds({ min: minutes, s: s % 60 }) : m.page_minutes({ min: minutes });
  const h = Math.floor(minutes / 60);
  return minutes % 60 ? m.page_hours_minutes({ h, min: minutes % 60 }) : m.page_hours({ h });
}

/** Minutes, «12», or minutes and seconds, «7:30», as seconds; null if it is neither or nothing. */
export function parseMinutes(text: string): number | null {
  const [, minutes, seconds = '0'] = /^\s*(\d{1,4})(?::([0-5]\d))?\s*$/.exec(text) ?? [];
  const all = Number(minutes) * 60 + Number(seconds);
  return all > 0 ? all : null;
}

/** The inverse: «12», «7:30». */
export function formatMinutes(seconds: number): string {
  const rest = seconds % 60;
  return `${Math.floor(seconds / 60)}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`;
}

export const formatNumber = (value: number, digits = 0) =>
  new Intl.NumberFormat(languages.current, { maximumFractionDigits: digits }).format(value);

export function daysBefore(day: string, days = 1): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
