import { expect, test } from 'vitest';
import { parseSettings } from './settings.svelte';

test('valid settings are kept', () => {
  const chosen = { theme: 'dark', faces: { solitario40: 'piacentine' }, difficulty: { solitario40: 'hard' }, speed: 'still', sound: true, leftHand: true, phrases: false, tips: false, oneTap: true, autoplay: true };
  expect(parseSettings(chosen)).toEqual(chosen);
});

test.each([null, 7, 'dark', {}, { theme: 'pink', faces: 3, speed: '', sound: 'yes', oneTap: 1 }])(
  '%j falls back to the defaults',
  (stored) =>
    expect(parseSettings(stored)).toEqual({
      theme: 'system',
      faces: {},
      difficulty: {},
      speed: 'calm',
      sound: false,
      leftHand: false,
      phrases: true,
      tips: true,
      oneTap: false,
      autoplay: false,
    }),
);
