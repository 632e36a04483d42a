import { afterEach, expect, test } from 'vitest';
import { gameCatalogue } from '../api/gameCatalogue.svelte';
import { winnableOf100 } from './games';
import { azulSolo, solitario40 } from './samples/games';

/** As `catalogue/solitario40.py` says; a test of the server compares its figures with the findings. */
const winnable = [
  { options: { deck: '40', draw: '3' }, percent: 73 },
  { options: { deck: '40', draw: '1' }, percent: 84 },
];
afterEach(() => void (gameCatalogue.games = []));

test('as many deals can be won as the server says, for the options that were chosen', () => {
  gameCatalogue.games = [{ ...solitario40, winnable }, azulSolo];
  expect([winnableOf100('solitario40', {}), winnableOf100('solitario40', { draw: '3', deck: '40' }), winnableOf100('solitario40', { draw: '1' })]).toEqual([73, 73, 84]);
});

test('nothing is claimed where the server has no figure', () => {
  gameCatalogue.games = [{ ...solitario40, winnable }, azulSolo];
  expect([winnableOf100('solitario40', { deck: '52' }), winnableOf100('azul_solo', {}), winnableOf100('whist', {})]).toEqual([undefined, undefined, undefined]);
});
