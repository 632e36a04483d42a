import { beforeEach, expect, test } from 'vitest';
import { languages } from '../../../settings/settings.svelte';
import { hasLeastMoves, leastMovesText } from './leastMoves';

beforeEach(() => languages.use('it'));

test('a proof, a shortest win, bounds', () => {
  expect(leastMovesText({ is_done: true, won_in: 78, least: 62, lower: 62 })).toBe('Hai vinto in 78 mosse; il minimo dimostrato è 62.');
  expect(leastMovesText({ is_done: true, won_in: 62, least: 62, lower: 62 })).toBe('Hai vinto in 62 mosse: con meno non si può, è dimostrato.');
  expect(leastMovesText({ is_done: true, won_in: 78, least: 62, lower: 58 })).toContain('meno di 58');
  expect(leastMovesText({ is_done: false })).toBe('');
});

test('a daily deal keeps its secret until its day is over', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  expect(hasLeastMoves(true, true, null, now)).toBe(true);
  expect(hasLeastMoves(true, true, '2026-11-17', now)).toBe(false);
  expect(hasLeastMoves(true, true, '2026-11-16', now)).toBe(true);
  expect([hasLeastMoves(false, true, null, now), hasLeastMoves(true, false, null, now)]).toEqual([false, false]);
});
