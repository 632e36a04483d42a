import { expect, test } from 'vitest';
import { hasPar } from './par';

test('the patiences have a par', () => {
  expect(hasPar('nove_colonne', {})).toBe(true);
  expect(hasPar('solitario40', { deck: '40', draw: '3', empty_column: 'king' })).toBe(true);
});

test('other options, other games: the program plays another deal', () => {
  expect(hasPar('solitario40', { draw: '1' })).toBe(false);
  expect(hasPar('azul_solo', {})).toBe(false);
});
