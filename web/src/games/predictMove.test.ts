import { expect, test } from 'vitest';
import { aftaebr, azul_solo, nove_colonne, solitario40 } from './samplePositions';
import type { AftaebrPicture, AzulPicture, NoveColonnePicture, Solitario40Picture } from '../live/messages';
import { foresee } from './predictMove';

test('a card goes to another column with all that lies on it', () => {
  const { columns } = foresee(solitario40.picture, '7S>7') as Solitario40Picture;
  expect(columns[0]).toEqual(['KD', 'QC', 'JD']);
  expect(columns[6]!.slice(-3)).toEqual(['KS', '7S', '6H']);
});

test('from the mazzetto to the base', () => {
  const { mazzetto, bases } = foresee(solitario40.picture, '3S>b') as Solitario40Picture;
  expect(mazzetto).toEqual(['AC', '5D']);
  expect(bases).toEqual([1, 3, 0, 3]);
});

test('from a base to a column, and from the reserve', () => {
  const { bases, columns } = foresee(solitario40.picture, '3H>7') as Solitario40Picture;
  expect([bases, columns[6]!.at(-1)]).toEqual([[1, 2, 0, 2], '3H']);
  const nove = foresee(nove_colonne.picture, 'QH>8') as NoveColonnePicture;
  expect([nove.reserve[5], nove.columns[7]!.at(-1)]).toEqual([null, 'QH']);
});

test('what nobody can know is left as it is', () => {
  expect(foresee(solitario40.picture, 'turn')).toBe(solitario40.picture);
});

test('a piece leaves the hand and lies on the cell', () => {
  const { board, hands } = foresee(aftaebr.picture, '3@b2') as AftaebrPicture;
  expect([board[7], hands[0]]).toEqual(['2A3A', [7, 6, 6, 7]]);
});

test('tiles fall where the server said, the rest goes to the centre', () => {
  const preview = { line: 1, floor: 1, out: 0, marker: false, points: 1, cost: 4 };
  const after = foresee(azul_solo.picture, '1B>1', preview) as AzulPicture;
  expect(after.trays[0]).toBe('');
  expect(after.centre).toBe('YYRBKR');
  expect([after.lines[0], after.floor, after.marker]).toEqual(['WB', 'YKB', 'centre']);
});
