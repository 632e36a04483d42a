import { expect, test } from 'vitest';
import { overwriteGetLocale } from '../paraglide/runtime.js';
import { sitterName } from './names';

overwriteGetLocale(() => 'it');

test('people have their names, programs are called by what they are', () => {
  expect(sitterName({ name: 'Anna', bot: null })).toBe('Anna');
  expect(sitterName({ name: 'medio', bot: 'medio' })).toBe('programma medio');
  expect(sitterName({ name: 'random 2', bot: 'random' })).toBe('programma a caso 2');
});
