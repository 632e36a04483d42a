import { beforeEach, expect, test, vi } from 'vitest';
import type { LessonAnswer, LessonStep, MyLesson } from '../../api/client';
import { aftaebr } from '../../games/samples/positions';
import { lessonStep, isLessonDone, saveLessonStep } from '../../settings/lessonProgress';
import { LessonPlayer } from './lessonPlayer.svelte';

const TOTAL = 3;
const position = (count: number) => ({ ...aftaebr, count, actor: 0, told: [], last: null });
const step = (number: number): LessonStep => ({
  game: 'aftaebr', number, total: TOTAL, say: { key: `say.${number}` }, position: position(0), hint: number === 1 ? null : '2@c3',
});
const WRONG: LessonAnswer = { is_right: false, told: { key: 'nudge' }, positions: [] };
const RIGHT: LessonAnswer = { is_right: true, told: { key: 'done' }, positions: [position(1), position(2)] };

const api = {
  lessons: vi.fn(async (): Promise<MyLesson[]> => []),
  saveLessonProgress: vi.fn(async () => {}),
  lessonStep: vi.fn(async (_: string, number: number) => {
    if (number > TOTAL) throw new Error('not found');
    return step(number);
  }),
  lessonMove: vi.fn(async (_game: string, _number: number, move: string) => (move === '2@c3' ? RIGHT : WRONG)),
};
let player: LessonPlayer;
beforeEach(async () => {
  localStorage.clear();
  player = new LessonPlayer('aftaebr', api);
  await player.start();
});

test('a step to see is done at once; a step to do when its move is made', async () => {
  expect(player.isDone).toBe(true);
  await player.next();
  expect(player.isDone).toBe(false);
  await player.play('2@c3');
  expect([player.isDone, player.positions.length]).toEqual([true, 2]);
});

test('another move changes nothing, and then the move is shown', async () => {
  await player.next();
  const before = player.positions;
  expect(player.hint).toBeNull();
  await player.play('1@a1');
  expect([player.isDone, player.answer?.told.key, player.hint]).toEqual([false, 'nudge', '2@c3']);
  expect(player.positions).toBe(before);
});

test('a lesson that was left goes on at the same step', async () => {
  await player.next();
  const later = new LessonPlayer('aftaebr', api);
  await later.start();
  expect(later.step?.number).toBe(2);
});

test('a lesson that was left on another device goes on there', async () => {
  api.lessons.mockResolvedValueOnce([{ game: 'aftaebr', total: TOTAL, step: 3 }]);
  const here = new LessonPlayer('aftaebr', api);
  await here.start();
  expect(here.step?.number).toBe(3);
  await here.next();
  expect(api.saveLessonProgress.mock.calls.slice(-2)).toEqual([['aftaebr', 3], ['aftaebr', 0]]);
});

test('after the last step the lesson is done, and the next visit begins again', async () => {
  await player.open(TOTAL);
  await player.next();
  expect([player.isFinished, isLessonDone('aftaebr'), lessonStep('aftaebr')]).toEqual([true, true, 1]);
});

test('a finished lesson that is opened again stays finished until its second step', async () => {
  await player.open(TOTAL);
  await player.next();
  await player.start();
  expect([player.step?.number, isLessonDone('aftaebr')]).toEqual([1, true]);
  await player.next();
  expect([isLessonDone('aftaebr'), lessonStep('aftaebr')]).toEqual([false, 2]);
});

test('a step that there is no more leads to the first', async () => {
  await saveLessonStep(api, 'aftaebr', 9);
  const later = new LessonPlayer('aftaebr', api);
  await later.start();
  expect(later.step?.number).toBe(1);
});

test('an answer that comes after the step was left is ignored', async () => {
  await player.open(2);
  const sent = player.play('2@c3');
  await player.open(3);
  await sent;
  expect([player.step?.number, player.answer]).toEqual([3, null]);
});
