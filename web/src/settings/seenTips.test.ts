import { beforeEach, expect, test } from 'vitest';
import { forgetTips, isTipSeen, saveTipSeen } from './seenTips';

beforeEach(() => localStorage.clear());

test('each tip is seen once in each game, until all are forgotten', () => {
  expect(isTipSeen('solitario40', 'illegal')).toBe(false);
  saveTipSeen('solitario40', 'illegal');
  expect([isTipSeen('solitario40', 'illegal'), isTipSeen('nove_colonne', 'illegal')]).toEqual([true, false]);
  forgetTips();
  expect(isTipSeen('solitario40', 'illegal')).toBe(false);
});

test.each(['{', '7', '[3]'])('%s in the storage is as good as nothing', (stored) => {
  localStorage.setItem('tavolino.tips', stored);
  expect(isTipSeen('aftaebr', 'illegal')).toBe(false);
});
