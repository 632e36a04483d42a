import { expect, test } from 'vitest';
import { parseSettings } from './settings.svelte';

test('valid settings are kept', () => {
  const chosen = { theme: 'dark', faces: 'piacentine', speed: 'still', sound: true, leftHand: true };
  expect(parseSettings(chosen)).toEqual(chosen);
});

test.each([null, 7, 'dark', {}, { theme: 'pink', faces: 3, speed: '', sound: 'yes' }])(
  '%j falls back to the defaults',
  (stored) =>
    expect(parseSettings(stored)).toEqual({
      theme: 'system',
      faces: 'napoletane',
      speed: 'calm',
      sound: false,
      leftHand: false,
    }),
);
