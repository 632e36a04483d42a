import { expect, test } from 'vitest';
import type { AzulView } from '../../views';
import { landingOf, parsePiece, sortByColour, wallColour } from './tiles';

const VIEW: AzulView = {
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

test('equal tiles lie side by side', () => expect(sortByColour('RBRB').join('')).toBe('BBRR'));

test('a piece names a tray or the centre', () => {
  expect(parsePiece('3R')).toEqual({ tray: 3, colour: 'R' });
  expect(parsePiece('cK')).toEqual({ tray: 0, colour: 'K' });
});

test('the colours of the wall are those of the pattern (R-AZ-S09)', () => {
  expect([0, 1, 2, 3, 4].map((column) => wallColour(VIEW, 0, column)).join('')).toBe('BYRKW');
  expect([0, 1, 2, 3, 4].map((column) => wallColour(VIEW, 1, column)).join('')).toBe('WBYRK');
});

const PREVIEW = { line: 1, floor: 2, out: 0, marker: false, points: 2, cost: 11 };

test('tiles land where the server’s preview says (R-AZ-S03)', () => {
  expect(landingOf('2R>2', PREVIEW)).toEqual({ line: 2, inLine: 1, floor: 'RR' });
});

test('everything goes to the floor', () => {
  expect(landingOf('3Y>f', { ...PREVIEW, line: 0, floor: 1 })).toEqual({ line: 0, inLine: 0, floor: 'Y' });
});

test('the marker of the centre goes to the floor first (R-AZ-S05)', () => {
  expect(landingOf('cK>1', { ...PREVIEW, floor: 1, marker: true })).toEqual({ line: 1, inLine: 1, floor: 'MK' });
});
