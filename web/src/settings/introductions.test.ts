import { beforeEach, expect, test } from 'vitest';
import { isIntroduced, markIntroduced } from './introductions';

beforeEach(() => localStorage.clear());

test('each game is introduced once', () => {
  expect(isIntroduced('aftaebr')).toBe(false);
  markIntroduced('aftaebr');
  markIntroduced('aftaebr');
  expect(isIntroduced('aftaebr')).toBe(true);
  expect(isIntroduced('azul_solo')).toBe(false);
  markIntroduced('azul_solo');
  expect(JSON.parse(localStorage.getItem('tavolino.introduced')!)).toEqual(['aftaebr', 'azul_solo']);
});

test.each(['{', '7', '[3]'])('%s in the storage is as good as nothing', (stored) => {
  localStorage.setItem('tavolino.introduced', stored);
  expect(isIntroduced('aftaebr')).toBe(false);
  markIntroduced('aftaebr');
  expect(isIntroduced('aftaebr')).toBe(true);
});
