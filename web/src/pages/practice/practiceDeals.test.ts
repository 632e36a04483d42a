import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameCatalogue } from '../../api/gameCatalogue.svelte';
import { dealPath, hasPar } from './practiceDeals';
import { azulSolo, solitario40 } from '../../games/samples/games';

const DEFAULTS = { deck: '40', draw: '3' };
beforeAll(() => void (gameCatalogue.games = [solitario40, azulSolo]));
afterAll(() => void (gameCatalogue.games = []));

test('the link to a deal names the options that differ from the defaults', () => {
  expect(dealPath('solitario40', 4821, DEFAULTS)).toBe('/g/solitario40/4821');
  expect(dealPath('solitario40', 4821, { ...DEFAULTS, draw: '1' })).toBe('/g/solitario40/4821?draw=1');
});

test('a deal with the default options has a par if its game has', () => {
  expect(hasPar('solitario40', {})).toBe(true);
  expect(hasPar('solitario40', DEFAULTS)).toBe(true);
});

test('with other options or other games there is no par', () => {
  expect(hasPar('solitario40', { ...DEFAULTS, draw: '1' })).toBe(false);
  expect(hasPar('azul_solo', {})).toBe(false);
});
