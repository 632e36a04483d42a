import { expect, test } from 'vitest';
import { mend } from './settings.svelte';

test('what was chosen is kept', () => {
  const chosen = { theme: 'dark', faces: 'piacentine', speed: 'still', sound: true, leftHand: true };
  expect(mend(chosen)).toEqual(chosen);
});

test.each([null, 7, 'dark', {}, { theme: 'pink', faces: 3, speed: '', sound: 'yes' }])(
  '%j falls back to the first choice',
  (stored) =>
    expect(mend(stored)).toEqual({
      theme: 'system',
      faces: 'napoletane',
      speed: 'calm',
      sound: false,
      leftHand: false,
    }),
);
