import { expect, test } from 'vitest';
import { dealAddress, hasPar } from './practiceDeals';

const USUAL = { deck: '40', draw: '3', empty_column: 'king' };

test('the address of a deal names the options that are not the usual ones', () => {
  expect(dealAddress('solitario40', 4821, USUAL)).toBe('/g/solitario40/4821');
  expect(dealAddress('solitario40', 4821, { ...USUAL, draw: '1' })).toBe('/g/solitario40/4821?draw=1');
});

test('the patiences have a par', () => {
  expect(hasPar('nove_colonne', {})).toBe(true);
  expect(hasPar('solitario40', USUAL)).toBe(true);
});

test('other options, other games: the program plays another deal', () => {
  expect(hasPar('solitario40', { ...USUAL, draw: '1' })).toBe(false);
  expect(hasPar('azul_solo', { marker_home: 'every_round' })).toBe(false);
});
