import { expect, test } from 'vitest';
import { languages } from '../settings/settings.svelte';
import { m } from '../paraglide/messages.js';
import source from '../../../src/tavolino/server/errors.py?raw';
import { ApiError } from './client';
import { errorText, TEXTS } from './errorText';

const CODES = [...source.matchAll(/^ {4}code(?:: [^=]+)? = "(\w+)"/gm)].map((match) => match[1]!);

test('every refusal of the server has a text', () => {
  expect(CODES.length).toBeGreaterThan(25);
  expect(CODES.filter((code) => !TEXTS[code])).toEqual([]);
});

test.each(CODES)('%s is told in one language at a time', (code) => {
  const error = new ApiError(code, 'line 7: expected a card, got a horse');
  languages.use('it');
  const italian = errorText(error);
  expect(italian).not.toMatch(/expected|\bline\b/);
  languages.use('en');
  expect(errorText(error)).not.toBe(italian);
});

test('the line of a bad record is named in both languages', () => {
  const error = new ApiError('bad_record', 'line 7: expected a card, got a horse');
  languages.use('it');
  expect(errorText(error)).toContain('riga 7');
  languages.use('en');
  expect(errorText(error)).toContain('line 7: expected a card');
});

test('an unknown code is a failure of the server', () => {
  expect(errorText(new ApiError('haunted', ''))).toBe(m.error_broken());
});
