import { describe, expect, test } from 'vitest';
import type { NoveColonneView, Solitario40View } from '../views';
import { bestMove, safeMove } from './automaticMoves';

const SOLITARIO: Solitario40View = {
  game: 'solitario40',
  columns: [['KD', 'QC'], ['??', '??', 'QS'], ['??', 'JH'], [], ['2D'], ['KC', 'QH', 'JS'], ['??', '5C']],
  hidden: [0, 2, 1, 0, 0, 0, 1],
  bases: [1, 3, 0, 0],
  tops: ['AD', '3H', null, null],
  mazzetto: ['4C', '3C', 'KS'],
  mazzo: 3,
  points: 20,
  stopped: null,
  can_finish: false,
  ended: null,
};
const NOVE: NoveColonneView = {
  game: 'nove_colonne',
  columns: [['2S'], [], ['??', '9D'], ['10C'], [], [], [], [], []],
  hidden: [0, 0, 1, 0, 0, 0, 0, 0, 0],
  reserve: ['2H', null, '9H', null, null, null],
  bases: [1, 1, 1, 1],
  tops: ['AD', 'AH', 'AC', 'AS'],
  score: 4,
  stopped: null,
  can_finish: false,
  ended: null,
};

describe('the best place of a card', () => {
  const best = (piece: string, ...moves: string[]) => bestMove(SOLITARIO, moves, piece);

  test('is its base', () => expect(best('2D', '2D>6', '2D>b')).toBe('2D>b'));
  test('or the column with the fewest face-down cards', () => {
    expect(best('JH', 'JH>2', 'JH>1')).toBe('JH>1');
    expect(best('JH', 'JH>2')).toBe('JH>2');
  });
  test('or an empty column, after those with cards', () => {
    expect(best('KS', 'KS>4')).toBe('KS>4');
    expect(best('5C', '5C>4', '5C>3')).toBe('5C>3');
  });
  test('a whole column does not go to an empty one, but a part of it does (R-S40-49)', () => {
    expect(best('KD', 'KD>4')).toBeUndefined();
    expect(best('QH', 'QH>4')).toBe('QH>4');
    expect(bestMove(NOVE, ['10C>2'], '10C')).toBeUndefined();
  });
  test('a base keeps its cards: that would cost points', () => expect(best('3H', '3H>4', '3H>6')).toBeUndefined());
  test('a card of the reserve goes to a column', () => expect(bestMove(NOVE, ['9H>2', '9H>4'], '9H')).toBe('9H>4'));
  test('a card without a legal move has none', () => expect(best('7S', 'turn', 'JH>1')).toBeUndefined());
});

describe('a safe move', () => {
  /** Bases in the order D H C S; the card to move is at the end of column 1. */
  const safe = (bases: number[], card: string) =>
    safeMove({ ...SOLITARIO, columns: [[card]], mazzetto: [], bases }, ['turn', `${card}>b`, `${card}>3`]);

  test('aces are safe', () => expect(safe([0, 0, 0, 0], 'AH')).toBe('AH>b'));
  test('a card is kept while one of the other colour could be put on it', () => {
    expect(safe([4, 0, 3, 4], '5D')).toBeUndefined();
    expect(safe([4, 3, 4, 3], '5D')).toBeUndefined();
    expect(safe([4, 3, 4, 4], '5D')).toBe('5D>b');
    expect(safe([4, 3, 6, 9], '5D')).toBe('5D>b');
  });
  test('and while the other suit of its colour is two behind: it could need a card that comes down from a base', () => {
    expect(safe([4, 2, 4, 4], '5D')).toBeUndefined();
    expect(safe([3, 3, 4, 2], '5C')).toBeUndefined();
  });
  test('court cards follow the seven in a deck of 40', () => expect(safe([7, 6, 7, 7], 'JD')).toBe('JD>b'));
  test('the mazzetto is left alone: the order of the next cards would change', () => {
    const view = { ...SOLITARIO, bases: [0, 0, 0, 0], mazzetto: ['4C', 'AD'] };
    expect(safeMove(view, ['AD>b', 'turn'])).toBeUndefined();
  });
  test('the reserve is not: nothing comes back there (R-N9-17)', () => {
    expect(safeMove(NOVE, ['9H>4', '2H>b', '2S>b'])).toBe('2H>b');
  });
  test('other moves are never safe', () => expect(safeMove(SOLITARIO, ['JH>1', 'KS>4', 'turn', 'redeal'])).toBeUndefined());
});
