import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { languages } from '../settings/settings.svelte';
import { formatDateTime, formatDay, formatDuration, formatMinutes, formatShare, gameDate, parseMinutes } from './format';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12) });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['it', '5 novembre', '5 novembre, 21:05', '31 dicembre 2025'],
  ['en', '5 November', '5 November, 21:05', '31 December 2025'],
] as const)('every date has one form in %s', (language, day, time, otherYear) => {
  languages.current = language;
  const at = new Date(2026, 10, 5, 21, 5).getTime();
  expect(formatDay('2026-11-05')).toBe(day);
  expect(formatDateTime(at)).toBe(time);
  expect(formatDay('2025-12-31')).toBe(otherYear);
  expect(gameDate({ day: '2026-11-05', created_at: at - 1 })).toBe(day);
  expect(gameDate({ day: null, created_at: at })).toBe(time);
});

test.each([['12', 720], ['7:30', 450], [' 0:05 ', 5], ['90', 5400]])('%s minutes are %i seconds', (text, seconds) => {
  expect(parseMinutes(text)).toBe(seconds);
  expect(parseMinutes(formatMinutes(seconds))).toBe(seconds);
});

test.each(['', '0', '0:00', '7:3', '7:60', '-1', '1.5', 'ten'])('«%s» is no duration', (text) => expect(parseMinutes(text)).toBeNull());

test.each([[45, '45 s'], [12000, '3 h 20 min'], [86400, '1 day'], [259200, '3 days'], [0, '0 s']])('%i seconds are told as «%s»', (seconds, text) =>
  expect(formatDuration(seconds)).toBe(text));

test.each(['it', 'en'] as const)('no blank stands before the sign of a share in %s', (language) => {
  languages.current = language;
  expect(formatShare(0.614)).toBe('61%');
});
