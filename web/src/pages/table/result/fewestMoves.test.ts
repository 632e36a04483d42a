import { beforeEach, expect, test } from 'vitest';
import { languages } from '../../../settings/settings.svelte';
import { hasFewestMoves, fewestMovesText } from './fewestMoves';

beforeEach(() => languages.use('it'));

test('a proof, a shortest win, bounds', () => {
  expect(fewestMovesText({ is_done: true, won_in: 78, least: 62, lower: 62 })).toBe('Hai vinto in 78 mosse; il minimo dimostrato è 62.');
  expect(fewestMovesText({ is_done: true, won_in: 62, least: 62, lower: 62 })).toBe('Hai vinto in 62 mosse: con meno non si può, è dimostrato.');
  expect(fewestMovesText({ is_done: true, won_in: 78, least: 62, lower: 58 })).toContain('meno di 58');
  expect(fewestMovesText({ is_done: false })).toBe('');
});

test('a daily deal keeps its secret until its day is over', () => {
  const now = new Date('2026-11-17T12:00:00Z');
  expect(hasFewestMoves(true, true, null, now)).toBe(true);
  expect(hasFewestMoves(true, true, '2026-11-17', now)).toBe(false);
  expect(hasFewestMoves(true, true, '2026-11-16', now)).toBe(true);
  expect([hasFewestMoves(false, true, null, now), hasFewestMoves(true, false, null, now)]).toEqual([false, false]);
});
