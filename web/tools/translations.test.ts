import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseTranslations } from './translations';

const read = (language: string) => parseTranslations(readFileSync(`../src/tavolino/translations/${language}.toml`, 'utf8'));

test('the sentences of a game, by table and key', () => {
  expect(read('it')['n9.won']).toBe('Hai vinto!');
  expect(read('it')['az.colour_many.R']).toBe('rosse');
  expect(read('en')['refusal.R-S40-42']).toBeTruthy();
});

test('both languages have the same keys, and none of the terminal', () => {
  expect(Object.keys(read('it'))).toEqual(Object.keys(read('en')));
  expect(Object.keys(read('it')).some((key) => key.startsWith('help.'))).toBe(false);
});

test('what is not a string on one line is refused', () => {
  expect(() => parseTranslations('[told]\nlist = [1]')).toThrow('expected a key');
});
