import { expect, test } from 'vitest';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { playerName } from './names';

overwriteGetLocale(() => 'it');

test('users have their own name, bots are named by their level', () => {
  expect(playerName({ name: 'Anna', bot: null })).toBe('Anna');
  expect(playerName({ name: 'medio', bot: 'medio' })).toBe('bot medio');
  expect(playerName({ name: 'random 2', bot: 'random' })).toBe('bot casuale 2');
});
