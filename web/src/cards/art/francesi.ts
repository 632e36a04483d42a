/** Francesi: quadri, cuori, fiori, picche; two-headed Jack, Queen and King behind a frame. */
import { isRed, type Suit } from '../cardNames';
import { CLOVER, COLOURS, DIAMOND, HEART, SPADE, type Court, type Emblem, type FaceStyle } from './face';
import { hand, head, sleeve, tails } from './figures';
import {
  at, BLUE, box, circle, GOLD, GREEN, INK, IVORY, mirrored, path, RED, rod, STEEL, STRAW, twofold, WOOD,
} from './shapes';

const PATHS: Record<Suit, string> = { D: DIAMOND, H: HEART, C: CLOVER, S: SPADE };
const colour = (suit: Suit) => COLOURS[isRed(suit) ? 'red' : 'black'];
const plain = (suit: Suit, scale = 1) => at(0, 0, path(PATHS[suit], { fill: colour(suit), width: 0 }), scale);

const graven = (suit: Suit) =>
  plain(suit) + at(0, 0, path(PATHS[suit], { line: STRAW, width: 1.4 }), 0.78) + at(0, suit === 'S' || suit === 'C' ? 1 : 0, path(PATHS[suit], { fill: GOLD, width: 0 }), 0.3);

const emblem = (suit: Suit): Emblem => ({ pip: plain(suit), ace: graven(suit), width: 38, height: 40 });

const EMBLEMS: Record<Suit, Emblem> = { D: emblem('D'), H: emblem('H'), C: emblem('C'), S: emblem('S') };

type Costume = { main: string; second: string; third: string };
const COSTUMES: Record<Suit, Costume> = {
  D: { main: RED, second: GOLD, third: BLUE },
  H: { main: RED, second: BLUE, third: GOLD },
  C: { main: BLUE, second: GREEN, third: GOLD },
  S: { main: BLUE, second: RED, third: GOLD },
};

/** A bodice with a row of lozenges. */
const bodice = ({ main, second, third }: Costume) =>
  path('M32 64C24 70 18 78 17 90H83C82 78 76 70 68 64Q50 56 32 64Z', { fill: main, width: 1.5 }) +
  mirrored(path('M32 64C26 72 25 82 27 90H36C34 80 36 70 39 61Z', { fill: second, width: 1.1 }), 50) +
  path('M43 61L45 90H55L57 61Z', { fill: STRAW, width: 1.1 }) +
  [68, 76].map((y) => path(`M50 ${y - 4}l3.4 4l-3.4 4l-3.4 -4z`, { fill: third, width: 0.8 })).join('');

const half = (drawing: string) =>
  `<g clip-path="url(#francesi-half)">${drawing}</g>`;

const sword = rod('M24 30V76', STEEL, 2.4) + rod('M18 66H30', GOLD, 2.4);
const flower =
  rod('M25 70C24 62 26 56 25 50', GREEN, 1.4) +
  [0, 72, 144, 216, 288].map((turn) => at(25, 46, circle(0, -4.2, 3.3, { fill: IVORY, width: 1 }), 1, turn)).join('') +
  circle(25, 46, 2.6, { fill: GOLD, width: 1 });
const sceptre = rod('M24 40V78', GOLD, 2.4) + circle(24, 37, 4, { fill: STRAW, width: 1.2 }) + path('M24 29v8M20.5 32h7', { width: 1.6 });

function jack(costume: Costume): string {
  return (
    bodice(costume) +
    path('M39 62Q50 72 61 62L57 57Q50 62 43 57Z', { fill: IVORY, width: 1.1 }) +
    at(52, 46, head({ hat: 'cap', colour: costume.second, feather: costume.third, hair: '#b98d4d' }), 0.92) +
    rod('M25 42V80', WOOD, 2.2) +
    path('M25 34L21 42L25 46L29 42Z', { fill: STEEL, width: 1.1 }) +
    sleeve([37, 68], [30, 82], [27, 71], costume.main) +
    hand(25.5, 68)
  );
}

function queen(costume: Costume): string {
  return (
    at(52, 46, path('M-13 -4C-20 8 -18 20 -16 26H16C18 20 20 8 13 -4Z', { fill: costume.second }), 0.92) +
    bodice(costume) +
    path('M38 62Q50 76 62 62L58 58Q50 66 42 58Z', { fill: IVORY, width: 1.1 }) +
    circle(50, 70, 1.8, { fill: costume.third, width: 0.8 }) +
    at(52, 46, head({ hat: 'diadem', colour: costume.main, hair: '#7a4a24' }), 0.92) +
    flower +
    sleeve([37, 68], [31, 82], [28, 72], costume.main) +
    hand(25.8, 69)
  );
}

function king(suit: Suit, costume: Costume): string {
  return (
    bodice(costume) +
    path('M32 65Q50 82 68 65L63 57Q50 66 37 57Z', { fill: IVORY, width: 1.2 }) +
    tails([[39, 66], [45, 70], [55, 70], [61, 66]]) +
    at(52, 47, head({ hat: 'crown', colour: costume.second, hair: '#8d8577', beard: isRed(suit) ? '#cfc6b4' : WOOD }), 0.88) +
    (suit === 'S' || suit === 'H' ? sword : sceptre) +
    sleeve([36, 69], [29, 84], [26, 74], costume.second, IVORY) +
    hand(24.5, 71)
  );
}

function bust(rank: Court, suit: Suit): string {
  const costume = COSTUMES[suit];
  return rank === 'J' ? jack(costume) : rank === 'Q' ? queen(costume) : king(suit, costume);
}

function court(rank: Court, suit: Suit): string {
  const line = colour(suit);
  return (
    box(12, 30, 76, 100, 3, { fill: '#fffaf0', line, width: 0 }) +
    twofold(half(bust(rank, suit)) + at(77, 42, plain(suit), 0.42)) +
    path('M12 80H88', { line: INK, width: 1.2 }) +
    path('M12 36V124M88 36V124', { line, width: 1 }) +
    path('M44 30H85Q88 30 88 33V36M12 124V127Q12 130 15 130H56M12 36V32M88 124V128', { line, width: 1 })
  );
}

export const francesi: FaceStyle = {
  name: 'francesi',
  defs: '<clipPath id="francesi-half"><path d="M12 18H88V80H12Z"/></clipPath>',
  emblems: EMBLEMS,
  court,
  bust: { draw: bust, view: '18 16 58 73' },
  ornament: (suit) =>
    mirrored(path('M-10 42C-28 44 -36 30 -30 20C-25 13 -17 18 -21 24M-10 -42C-28 -44 -36 -30 -30 -20C-25 -13 -17 -18 -21 -24', { line: colour(suit), width: 1 })),
};
