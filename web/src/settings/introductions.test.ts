import { beforeEach, expect, test } from 'vitest';
import { isFirstVisit } from './introductions';

beforeEach(() => localStorage.clear());

test('each game has one first visit', () => {
  expect(isFirstVisit('aftaebr')).toBe(true);
  expect(isFirstVisit('aftaebr')).toBe(false);
  expect(isFirstVisit('azul_solo')).toBe(true);
  expect(isFirstVisit('aftaebr')).toBe(false);
});

test.each(['{', '7', '[3]'])('%s in the storage is as good as nothing', (stored) => {
  localStorage.setItem('tavolino.introduced', stored);
  expect(isFirstVisit('aftaebr')).toBe(true);
  expect(isFirstVisit('aftaebr')).toBe(false);
});
