import { expect, test } from 'vitest';
import { dealPath, hasPar } from './practiceDeals';

const DEFAULTS = { deck: '40', draw: '3', empty_column: 'king' };

test('the link to a deal names the options that differ from the defaults', () => {
  expect(dealPath('solitario40', 4821, DEFAULTS)).toBe('/g/solitario40/4821');
  expect(dealPath('solitario40', 4821, { ...DEFAULTS, draw: '1' })).toBe('/g/solitario40/4821?draw=1');
});

test('the patiences have a par', () => {
  expect(hasPar('nove_colonne', {})).toBe(true);
  expect(hasPar('solitario40', DEFAULTS)).toBe(true);
});

test('with other options or other games there is no par', () => {
  expect(hasPar('solitario40', { ...DEFAULTS, draw: '1' })).toBe(false);
  expect(hasPar('azul_solo', { marker_home: 'every_round' })).toBe(false);
});
