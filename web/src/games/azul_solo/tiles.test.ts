import { expect, test } from 'vitest';
import type { AzulSolo } from '../pictures';
import { fall, sorted, source, wallColour } from './tiles';

const PICTURE: AzulSolo = {
  game: 'azul_solo',
  sequence: 'RKBYW',
  bag: 72,
  round: 1,
  starter: 'human',
  mover: 'human',
  trays: ['', 'RRRK', 'BBYW', '', '', ''],
  centre: 'KKKKW',
  marker: 'centre',
  score: 0,
  lines: ['', 'R', '', '', ''],
  wall: ['', '', '', '', ''],
  floor: 'WWWWW',
  pile: '',
  answer: null,
  stopped: null,
};

test('equal tiles lie side by side', () => expect(sorted('RBRB').join('')).toBe('BBRR'));

test('a piece names a tray or the centre', () => {
  expect(source('3R')).toEqual({ tray: 3, colour: 'R' });
  expect(source('cK')).toEqual({ tray: 0, colour: 'K' });
});

test('the wall is shifted by one place in every row (R-AZ-S09)', () => {
  expect([0, 1, 2, 3, 4].map((column) => wallColour(0, column)).join('')).toBe('BYRKW');
  expect([0, 1, 2, 3, 4].map((column) => wallColour(1, column)).join('')).toBe('WBYRK');
});

test('a line fills as far as it goes, the rest falls (R-AZ-S03)', () => {
  expect(fall(PICTURE, '2R', '2')).toEqual({ line: 2, inLine: 1, floor: 'RR' });
});

test('to the floor everything falls', () => {
  expect(fall(PICTURE, '3Y', 'f')).toEqual({ line: 0, inLine: 0, floor: 'Y' });
});

test('the marker of the centre falls first, and the floor has seven places (R-AZ-S05, S08)', () => {
  expect(fall(PICTURE, 'cK', '1')).toEqual({ line: 1, inLine: 1, floor: 'MK' });
});
