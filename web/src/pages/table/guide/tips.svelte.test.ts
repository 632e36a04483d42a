import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { azul_solo } from '../../../games/samples/positions';
import type { LiveTable } from '../../../live/liveTable.svelte';
import type { Sentence, Update } from '../../../live/messages';
import { m } from '../../../paraglide/messages.js';
import { settings } from '../../../settings/settings.svelte';
import { ILLEGAL, Tips } from './tips.svelte';

const answer = (priority: number): Sentence => ({
  key: 'az.answer', values: { what: { key: 'az.ai', values: {} }, why: { key: `az.priority.${priority}`, values: {} } },
});
const update = (count: number, told: Sentence[] = []) => ({ count, told, view: azul_solo.view }) as unknown as Update;
const table = $state({ update: update(3), view: azul_solo.view, isAnimating: false, isMyTurn: true, isMine: true });
let tips: Tips;
let stop: () => void;

const happen = (count: number, ...told: Sentence[]) => {
  table.update = update(count, told);
  flushSync();
  return tips.text;
};
beforeEach(() => {
  localStorage.clear();
  settings.tips = true;
  Object.assign(table, { update: update(3), isAnimating: false, isMyTurn: true, isMine: true });
  stop = $effect.root(() => {
    tips = new Tips(table as unknown as LiveTable);
  });
  flushSync();
});
afterEach(() => stop());

test('what happened is explained, also what is told inside a sentence, each once', () => {
  expect(happen(4, answer(2))).toBe(m.tip_az_2());
  expect(happen(5, answer(2))).toBe('');
  expect(happen(6, answer(3))).toBe(m.tip_az_3());
});

test('a tip stays until the user moves', () => {
  table.isMyTurn = false;
  happen(4);
  expect(happen(5, answer(2))).toBe(m.tip_az_2());
  expect(happen(6)).toBe(m.tip_az_2());
  table.isMyTurn = true;
  expect(happen(7)).toBe(m.tip_az_2());
  expect(happen(8)).toBe('');
});

test('a tip waits for the animation', () => {
  table.isAnimating = true;
  expect(happen(4, answer(2))).toBe('');
  table.isAnimating = false;
  flushSync();
  expect(tips.text).toBe(m.tip_az_2());
});

test('an attempt that the rules do not allow is explained once', () => {
  tips.show([ILLEGAL]);
  expect(tips.text).toBe(m.tip_az_illegal());
  tips.dismiss();
  tips.show([ILLEGAL]);
  expect(tips.text).toBe('');
});

test('no tips for onlookers, or if they are switched off', () => {
  table.isMine = false;
  expect(happen(4, answer(2))).toBe('');
  table.isMine = true;
  settings.tips = false;
  expect(happen(5, answer(2))).toBe('');
});
