import { expect, test } from 'vitest';
import type { AzulPicture } from '../../live/messages';
import { fall, sorted, source, wallColour } from './tiles';

const PICTURE: AzulPicture = {
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
  pattern: ['BYRKW', 'WBYRK', 'KWBYR', 'RKWBY', 'YRKWB'],
  discards: {},
  pile: {},
  scores: [0, 0],
  winner: null,
  answer: null,
  stopped: null,
};

test('equal tiles lie side by side', () => expect(sorted('RBRB').join('')).toBe('BBRR'));

test('a piece names a tray or the centre', () => {
  expect(source('3R')).toEqual({ tray: 3, colour: 'R' });
  expect(source('cK')).toEqual({ tray: 0, colour: 'K' });
});

test('the colours of the wall are those of the pattern (R-AZ-S09)', () => {
  expect([0, 1, 2, 3, 4].map((column) => wallColour(PICTURE, 0, column)).join('')).toBe('BYRKW');
  expect([0, 1, 2, 3, 4].map((column) => wallColour(PICTURE, 1, column)).join('')).toBe('WBYRK');
});

const PREVIEW = { line: 1, floor: 2, out: 0, marker: false, points: 2, cost: 11 };

test('where tiles fall is what the server said (R-AZ-S03)', () => {
  expect(fall('2R>2', PREVIEW)).toEqual({ line: 2, inLine: 1, floor: 'RR' });
});

test('to the floor everything falls', () => {
  expect(fall('3Y>f', { ...PREVIEW, line: 0, floor: 1 })).toEqual({ line: 0, inLine: 0, floor: 'Y' });
});

test('the marker of the centre falls first (R-AZ-S05)', () => {
  expect(fall('cK>1', { ...PREVIEW, floor: 1, marker: true })).toEqual({ line: 1, inLine: 1, floor: 'MK' });
});
