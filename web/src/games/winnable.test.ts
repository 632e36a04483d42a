import { expect, test } from 'vitest';
import findings from '../../../docs/findings.md?raw';
import { gameModule } from './registry';

/** The share of a row of the first table of the findings, rounded to whole deals of 100. */
const published = (row: string): number => Math.round(Number(findings.split(`| ${row} |`)[1]!.split('|')[1]!.replace('%', '')));

test.each([
  ['solitario40', {}, '`solitario40`'],
  ['solitario40', { deck: '40', draw: '3', empty_column: 'any' }, '`solitario40`, any card to an empty column'],
  ['solitario40', { draw: '1' }, '`solitario40`, one card turned at a time'],
  ['nove_colonne', {}, '`nove_colonne`'],
])('%s %o: as many deals can be won as the findings say', (game, options, row) => {
  expect(gameModule(game).winnableOf100?.(options)).toBe(published(row));
});

test('nothing is claimed where the findings have no figure', () => {
  const { winnableOf100 } = gameModule('solitario40');
  expect([winnableOf100?.({ deck: '52' }), winnableOf100?.({ draw: '1', empty_column: 'any' })]).toEqual([undefined, undefined]);
  expect([gameModule('azul_solo').winnableOf100, gameModule('aftaebr').winnableOf100]).toEqual([undefined, undefined]);
});
