import { expect, test } from 'vitest';
import { isMuted, mute } from './muting.svelte';
import { FACES, isFace, phraseText, WORDS } from './phrases';
import { PERIOD_MS, waitBeforeNext } from './phraseLimit';

test('every phrase has a text, and an unknown one has none', () => {
  expect([...WORDS, ...FACES].map(phraseText).every(Boolean)).toBe(true);
  expect([phraseText('later'), isFace('later'), isFace('heart')]).toEqual(['', false, true]);
});

test('after three phrases one waits until the first is ten seconds old', () => {
  expect(waitBeforeNext([100, 200], 300)).toBe(0);
  expect(waitBeforeNext([100, 200, 300], 400)).toBe(PERIOD_MS - 300);
  expect(waitBeforeNext([0, 100, 200, 300], 100 + PERIOD_MS)).toBe(0);
});

test('a table is muted alone, until it is not, and the browser remembers the last ones', () => {
  mute('one', true);
  expect([isMuted('one'), isMuted('other')]).toEqual([true, false]);
  mute('one', false);
  expect(isMuted('one')).toBe(false);
  for (let i = 0; i < 30; i++) mute(`t${i}`, true);
  expect(JSON.parse(localStorage.getItem('tavolino.muted')!)).toHaveLength(20);
});
