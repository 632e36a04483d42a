import { beforeEach, expect, test, vi } from 'vitest';
import { isLessonBegun, DONE, isLessonDone, lessonStep, loadLessons, saveLessonStep } from './lessonProgress';

const api = { lessons: async () => [], saveLessonProgress: vi.fn(async () => {}) };
const offline = { lessons: () => Promise.reject(new Error('offline')), saveLessonProgress: () => Promise.reject(new Error('offline')) };

beforeEach(() => localStorage.clear());

test('each game remembers its own step', async () => {
  expect([lessonStep('aftaebr'), isLessonBegun('aftaebr')]).toEqual([1, false]);
  await saveLessonStep(api, 'aftaebr', 4);
  await saveLessonStep(api, 'azul_solo', 2);
  expect([lessonStep('aftaebr'), lessonStep('azul_solo'), lessonStep('nove_colonne')]).toEqual([4, 2, 1]);
  expect([isLessonBegun('aftaebr'), isLessonDone('aftaebr')]).toEqual([true, false]);
});

test('a finished lesson begins again at the first step', async () => {
  await saveLessonStep(api, 'aftaebr', 10);
  await saveLessonStep(api, 'aftaebr', DONE);
  expect([isLessonDone('aftaebr'), isLessonBegun('aftaebr'), lessonStep('aftaebr')]).toEqual([true, false, 1]);
});

test.each(['{', '7', '{"aftaebr": "x"}', '{"aftaebr": -3}'])('%s in the storage is as good as nothing', async (stored) => {
  localStorage.setItem('tavolino.lessons', stored);
  expect(lessonStep('aftaebr')).toBe(1);
  await saveLessonStep(api, 'aftaebr', 3);
  expect(lessonStep('aftaebr')).toBe(3);
});

test('what another device has done counts; what the server does not know stays', async () => {
  await saveLessonStep(api, 'aftaebr', 3);
  await saveLessonStep(api, 'azul_solo', 5);
  const lessons = [
    { game: 'aftaebr', total: 10, step: 0 },
    { game: 'azul_solo', total: 10, step: null },
    { game: 'nove_colonne', total: 8, step: 6 },
  ];
  await loadLessons({ ...api, lessons: async () => lessons });
  expect([isLessonDone('aftaebr'), lessonStep('azul_solo'), lessonStep('nove_colonne')]).toEqual([true, 5, 6]);
});

test('without an answer of the server this browser remembers', async () => {
  await saveLessonStep(api, 'aftaebr', 3);
  await loadLessons(offline);
  expect(lessonStep('aftaebr')).toBe(3);
});

test('a step that the server has not heard of is sent again, and its older one does not count', async () => {
  await saveLessonStep(offline, 'aftaebr', 3).catch(() => {});
  const lessons = async () => [{ game: 'aftaebr', total: 10, step: 2 }];
  await loadLessons({ ...offline, lessons });
  expect(lessonStep('aftaebr')).toBe(3);
  api.saveLessonProgress.mockClear();
  await loadLessons({ ...api, lessons: async () => [{ game: 'aftaebr', total: 10, step: 3 }] });
  await loadLessons(api);
  expect(api.saveLessonProgress.mock.calls).toEqual([['aftaebr', 3]]);
});
