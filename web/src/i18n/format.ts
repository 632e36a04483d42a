/** Dates, durations and numbers in the format of the current language. */
import { languages } from '../settings/settings.svelte';
import { m } from '../paraglide/messages.js';

const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(languages.current, options);

export const formatDateTime = (at: number) =>
  dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }).format(at);

/** A day of the server, such as 2026-11-16; the same in every time zone. */
export const formatDay = (day: string) =>
  dateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** «3 h 20 min», «45 s». */
export function formatDuration(seconds: number): string {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return m.page_seconds({ s });
  const minutes = Math.floor(s / 60);
  if (minutes < 60) return s % 60 ? m.page_minutes_seconds({ min: minutes, s: s % 60 }) : m.page_minutes({ min: minutes });
  const h = Math.floor(minutes / 60);
  return minutes % 60 ? m.page_hours_minutes({ h, min: minutes % 60 }) : m.page_hours({ h });
}

export const formatNumber = (value: number, digits = 0) =>
  new Intl.NumberFormat(languages.current, { maximumFractionDigits: digits }).format(value);

export function daysBefore(day: string, days = 1): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}
