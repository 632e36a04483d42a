import { beforeEach, expect, test } from 'vitest';
import { isLessonBegun, DONE, isLessonDone, lessonStep, loadLessons, saveLessonStep } from './lessonProgress';

beforeEach(() => localStorage.clear());

test('each game remembers its own step', () => {
  expect([lessonStep('aftaebr'), isLessonBegun('aftaebr')]).toEqual([1, false]);
  saveLessonStep('aftaebr', 4);
  saveLessonStep('azul_solo', 2);
  expect([lessonStep('aftaebr'), lessonStep('azul_solo'), lessonStep('nove_colonne')]).toEqual([4, 2, 1]);
  expect([isLessonBegun('aftaebr'), isLessonDone('aftaebr')]).toEqual([true, false]);
});

test('a finished lesson begins again at the first step', () => {
  saveLessonStep('aftaebr', 10);
  saveLessonStep('aftaebr', DONE);
  expect([isLessonDone('aftaebr'), isLessonBegun('aftaebr'), lessonStep('aftaebr')]).toEqual([true, false, 1]);
});

test.each(['{', '7', '{"aftaebr": "x"}', '{"aftaebr": -3}'])('%s in the storage is as good as nothing', (stored) => {
  localStorage.setItem('tavolino.lessons', stored);
  expect(lessonStep('aftaebr')).toBe(1);
  saveLessonStep('aftaebr', 3);
  expect(lessonStep('aftaebr')).toBe(3);
});

test('what another device has done counts; what the server does not know stays', async () => {
  saveLessonStep('aftaebr', 3);
  saveLessonStep('azul_solo', 5);
  const lessons = [
    { game: 'aftaebr', total: 10, step: 0 },
    { game: 'azul_solo', total: 10, step: null },
    { game: 'nove_colonne', total: 8, step: 6 },
  ];
  await loadLessons({ lessons: async () => lessons });
  expect([isLessonDone('aftaebr'), lessonStep('azul_solo'), lessonStep('nove_colonne')]).toEqual([true, 5, 6]);
});

test('without an answer of the server this browser remembers', async () => {
  saveLessonStep('aftaebr', 3);
  await loadLessons({ lessons: () => Promise.reject(new Error('offline')) });
  expect(lessonStep('aftaebr')).toBe(3);
});
