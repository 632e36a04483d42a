import { beforeEach, expect, test } from 'vitest';
import { isLessonBegun, isLessonDone, lessonStep, saveLessonDone, saveLessonStep } from './lessonProgress';

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
  saveLessonDone('aftaebr');
  expect([isLessonDone('aftaebr'), isLessonBegun('aftaebr'), lessonStep('aftaebr')]).toEqual([true, false, 1]);
});

test.each(['{', '7', '{"aftaebr": "x"}', '{"aftaebr": -3}'])('%s in the storage is as good as nothing', (stored) => {
  localStorage.setItem('tavolino.lessons', stored);
  expect(lessonStep('aftaebr')).toBe(1);
  saveLessonStep('aftaebr', 3);
  expect(lessonStep('aftaebr')).toBe(3);
});
