/** Positions for the gallery and for tests: real views, as the server sends them. */
import type { AftaebrView, AzulView, NoveColonneView, Solitario40View } from '../views';

const X = '??';

export const solitario40: { view: Solitario40View; moves: string[] } = {
  view: {
    game: 'solitario40',
    columns: [['KD', 'QC', 'JD', '7S', '6H'], [X, '5C'], [X, X, '4H'], [X, X, X, '7D', '6C'], [], [X, X, X, X, X, '2D'], [X, X, X, X, X, X, 'KS']],
    hidden: [0, 1, 2, 3, 0, 5, 6],
    bases: [1, 3, 0, 2],
    tops: ['AD', '3H', null, '2S'],
    mazzetto: ['AC', '5D', '3S'],
    mazzo: 6,
    points: 95,
    stopped: null,
    can_finish: false,
    ended: null,
  },
  moves: ['3S>b', '3S>3', '5C>1', '4H>2', '4H>b', '2D>b', '6H>7', 'KS>5', 'turn'],
};

export const nove_colonne: { view: NoveColonneView; moves: string[] } = {
  view: {
    game: 'nove_colonne',
    columns: [['9C'], [X, '8H'], [X, X, '4S'], [X, X, X, 'QD', 'JC'], [X, X, X, X, '2H'], [X, X, X, X, X, '10D'], [X, X, X, X, X, X, '5H'], [X, X, X, X, X, X, 'KC'], [X, X, X, X, X, X, '7S', '6D']],
    hidden: [0, 1, 2, 3, 4, 5, 6, 6, 6],
    reserve: ['3C', 'JS', null, '9D', '5S', 'QH'],
    bases: [1, 1, 2, 1],
    tops: ['AD', 'AH', '2C', 'AS'],
    score: 5,
    stopped: null,
    can_finish: false,
    ended: null,
  },
  moves: ['3C>b', '8H>1', '2H>b', '10D>4', '5S>9', 'QH>8', '4S>7'],
};

const cells = (at: Record<number, string>) => Array.from({ length: 36 }, (_, i) => at[i] ?? '');

export const aftaebr: { view: AftaebrView; moves: string[] } = {
  view: {
    game: 'aftaebr',
    board: cells({ 7: '2A', 8: '3B', 9: '1C2A', 13: '3A4B3D', 14: '4A', 15: '1D', 20: '2B1A2C3D4B', 21: '4D', 27: '3C', 28: '2D' }),
    hands: [[7, 6, 7, 7], [8, 6, 7, 6], [7, 7, 7, 8], [7, 7, 6, 7]],
    black: [4, 2, 1, 3],
    colours: ['verde', 'azzurro', 'fucsia', 'arancione'],
    turn: 0,
    captured: 0,
    passed: [],
    stopped: null,
    winners: [],
  },
  moves: ['1@b1', '3@b1', '1@b2', '3@b2', '2@c1', '4@c1', '2@d2', '1@e4', '3@e4', '4@c4', '2@a1', '3@a1', '1@f6', '2@f6', '3@f6', '4@f6'],
};

export const azul_solo: { view: AzulView; moves: string[] } = {
  view: {
    game: 'azul_solo',
    sequence: 'RKBYW',
    bag: 49,
    round: 2,
    starter: 'automa',
    mover: 'human',
    trays: ['BBR', 'KKWY', '', 'RRBW', '', 'WWWB'],
    centre: 'YYRBK',
    marker: 'tray',
    score: 7,
    lines: ['W', 'RR', 'B', '', 'KKK'],
    wall: ['B', 'Y', 'R', '', ''],
    floor: 'YK',
    pattern: ['BYRKW', 'WBYRK', 'KWBYR', 'RKWBY', 'YRKWB'],
    discards: { B: 0, Y: 1, R: 2, K: 0, W: 1 },
    pile: { B: 3, Y: 2, R: 3, K: 3, W: 2 },
    scores: [7, 13],
    winner: null,
    answer: { die: 3, priority: 2, source: 3, tiles: 'YY', marker: false },
    stopped: null,
  },
  moves: ['1B>3', '1B>4', '1B>f', '1R>2', '1R>4', '1R>f', '2K>5', '2K>f', '4R>4', '4R>f', '6W>4', '6W>f', 'cY>4', 'cY>f', 'cR>4', 'cR>f', 'cB>3', 'cB>4', 'cB>f', 'cK>5', 'cK>f', '2Y>4', '2Y>f'],
};
