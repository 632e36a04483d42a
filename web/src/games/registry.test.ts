import { expect, test } from 'vitest';
import { aftaebr, azul_solo, nove_colonne, solitario40 } from './samples/positions';
import { seatNames } from '../components/position/position';
import { translations } from '../i18n/translations.svelte';
import type { Preview } from '../live/messages';
import { gameModule } from './registry';
import type { AftaebrView, AzulView, GameView, NoveColonneView, Solitario40View } from './views';

const predictMove = (view: GameView, move: string, preview?: Preview) => gameModule(view.game).predictMove(view, move, preview);

test('a game that the client does not know is a plain one', () => {
  const names = ['solitario40', 'nove_colonne', 'azul_solo', 'aftaebr'];
  expect(names.map((name) => gameModule(name).name)).toEqual(names);
  expect([gameModule('noughts').name, gameModule('plain').name]).toEqual(['plain', 'plain']);
});

test('only the folder of a game knows it by its name', () => {
  const sources = import.meta.glob<string>(['./*.ts', '../{api,components,i18n,live,pages,settings}/**/*.{ts,svelte}', '!**/*.test.ts'], { query: '?raw', import: 'default', eager: true });
  const named = Object.entries(sources).filter(([, source]) => /(['"])(solitario40|nove_colonne|azul_solo|aftaebr)\1/.test(source));
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(named.map(([path]) => path)).toEqual(['../live/messages.ts']);
});

test.each([
  ['solitario40', '7S>3', 'seven of spades to column 3'],
  ['solitario40', 'turn', 'turn the stock'],
  ['nove_colonne', '7S>b', 'seven of spades to its base'],
  ['azul_solo', '3R>2', 'red, tray 3, line 2'],
  ['azul_solo', 'cK>f', 'black, centre, floor'],
  ['aftaebr', '3@b4', '3 to b4'],
  ['aftaebr', 'verde', 'verde'],
  ['noughts', 'a1', 'a1'],
])('%s: %s is «%s»', (game, move, expected) => expect(gameModule(game).moveText(move)).toBe(expected));

test('seats have the names of their colours where a game has colours', () => {
  translations.texts = { 'af.colour.verde': 'green', 'af.colour.azzurro': 'light blue', 'af.colour.fucsia': 'fuchsia', 'af.colour.arancione': 'orange' };
  expect(seatNames(aftaebr.view)).toEqual(['Green', 'Light blue', 'Fuchsia', 'Orange']);
  expect([seatNames(azul_solo.view), seatNames(undefined)]).toEqual([[], []]);
});

test('a card goes to another column with everything on top of it', () => {
  const { columns } = predictMove(solitario40.view, '7S>7') as Solitario40View;
  expect(columns[0]).toEqual(['KD', 'QC', 'JD']);
  expect(columns[6]!.slice(-3)).toEqual(['KS', '7S', '6H']);
});

test('from the mazzetto to the base', () => {
  const { mazzetto, bases } = predictMove(solitario40.view, '3S>b') as Solitario40View;
  expect(mazzetto).toEqual(['AC', '5D']);
  expect(bases).toEqual([1, 3, 0, 3]);
});

test('from a base to a column, and from the reserve', () => {
  const { bases, columns } = predictMove(solitario40.view, '3H>7') as Solitario40View;
  expect([bases, columns[6]!.at(-1)]).toEqual([[1, 2, 0, 2], '3H']);
  const nove = predictMove(nove_colonne.view, 'QH>8') as NoveColonneView;
  expect([nove.reserve[5], nove.columns[7]!.at(-1)]).toEqual([null, 'QH']);
});

test('what cannot be predicted stays as it is', () => {
  expect(predictMove(solitario40.view, 'turn')).toBe(solitario40.view);
});

test('a piece goes from the hand to the cell', () => {
  const { board, hands } = predictMove(aftaebr.view, '3@b2') as AftaebrView;
  expect([board[7], hands[0]]).toEqual(['2A3A', [7, 6, 6, 7]]);
});

test('tiles end up where the preview says, the rest goes to the centre', () => {
  const preview = { line: 1, floor: 1, out: 0, marker: false, points: 1, cost: 4 };
  const after = predictMove(azul_solo.view, '1B>1', preview) as AzulView;
  expect(after.trays[0]).toBe('');
  expect(after.centre).toBe('YYRBKR');
  expect([after.lines[0], after.floor, after.marker]).toEqual(['WB', 'YKB', 'centre']);
});
