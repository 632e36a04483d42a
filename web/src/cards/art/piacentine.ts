/** Piacentine: a flower on the coin, a covered chalice, a leafy staff, a broad blade; two-headed figures. */
import type { Suit } from '../cardNames';
import type { Court, Emblem, FaceStyle } from './face';
import { hand, head, sleeve, tails } from './figures';
import {
  at, BLUE, box, circle, GOLD, GREEN, INK, IVORY, LEAF, mirrored, oval, path, RED, rod, SKY, STEEL, STRAW,
  twofold, WOOD, wreath,
} from './shapes';

const VIOLET = '#6a3b5c';

const coin =
  wreath(16, circle(0, -21, 4.2, { fill: RED, width: 1.1 })) +
  circle(0, 0, 21, { fill: GOLD, width: 1.5 }) +
  circle(0, 0, 17.5, { fill: STRAW, width: 0.9 }) +
  wreath(8, path('M0 -4C-5 -8 -4.5 -14 0 -16C4.5 -14 5 -8 0 -4Z', { fill: RED, width: 0.9 })) +
  wreath(8, path('M0 0L0 -7', { line: GOLD, width: 1 })) +
  circle(0, 0, 5, { fill: GOLD, width: 1.2 }) +
  circle(0, 0, 1.8, { fill: INK, width: 0 });

const chalice =
  path('M-15 -10C-16 3 -8 9 0 10C8 9 16 3 15 -10Z', { fill: GOLD, width: 1.6 }) +
  path('M-9 -9C-10 0 -6 6 -3 8M9 -9C10 0 6 6 3 8M0 -9V9', { line: RED, width: 2.4 }) +
  box(-17.5, -13.5, 35, 5, 2, { fill: STRAW, width: 1.3 }) +
  path('M-15 -14C-14 -22 -6 -25 0 -25C6 -25 14 -22 15 -14Z', { fill: RED, width: 1.5 }) +
  path('M-8 -15C-7 -20 -4 -23 -2 -24M8 -15C7 -20 4 -23 2 -24', { line: STRAW, width: 1.2 }) +
  circle(0, -28, 3.2, { fill: GOLD, width: 1.2 }) +
  path('M-3 10L-4.5 19H4.5L3 10Z', { fill: GOLD, width: 1.2 }) +
  oval(0, 14.5, 6.5, 2.8, { fill: RED, width: 1.1 }) +
  path('M-15 29L-10 20H10L15 29Z', { fill: RED, width: 1.5 }) +
  path('M-5 20L-7 29M5 20L7 29', { line: STRAW, width: 1.2 }) +
  box(-17, 27.5, 34, 3.6, 1.5, { fill: GOLD, width: 1.2 });

const leaf = (x: number, y: number, turn: number) =>
  at(x, y, path('M0 0C1 -5 6 -6 9.5 -3C7 2 3 2.5 0 0Z', { fill: LEAF, width: 1 }), 1, turn);

const staff =
  box(-4, -27, 8, 55, 2.5, { fill: GREEN, width: 1.5 }) +
  path('M-1.2 -24V25', { line: LEAF, width: 1.5 }) +
  [-17, 0, 17].map((y) => box(-5.2, y - 2.2, 10.4, 4.4, 1.2, { fill: GOLD, width: 1.1 })).join('') +
  leaf(4, -8, -32) + leaf(4, 13, -32) + leaf(-4, -4, 212) + leaf(-4, 17, 212) +
  oval(0, -27, 5, 2.6, { fill: '#d9c08a', width: 1.2 }) +
  oval(0, 28, 5, 2.6, { fill: '#d9c08a', width: 1.2 });

const blade =
  path('M0 -31C6 -24 8.5 -14 7 -5C6 3 4 8 3.6 12H-3.6C-4 8 -6 3 -7 -5C-8.5 -14 -6 -24 0 -31Z', { fill: SKY, width: 1.5 }) +
  path('M0 -29V11C-3.5 8 -6 3 -7 -5C-8.5 -14 -6 -23 0 -29Z', { fill: STEEL, width: 0 }) +
  path('M0 -26V10', { line: BLUE, width: 1.3 }) +
  box(-2.6, 14, 5.2, 11, 1, { fill: INK, width: 1.1 }) +
  path('M-2.6 18h5.2M-2.6 21.5h5.2', { line: GOLD, width: 1.1 }) +
  rod('M-12 8C-10 15 -5 14 0 13.5C5 13 10 12 12 19', GOLD, 2.6) +
  circle(0, 27, 3.8, { fill: GOLD, width: 1.3 }) +
  circle(0, 27, 1.4, { fill: BLUE, width: 0 });

const EMBLEMS: Record<Suit, Emblem> = {
  D: { pip: coin, ace: coin, width: 51, height: 51 },
  H: { pip: chalice, ace: chalice, width: 38, height: 63 },
  C: { pip: staff, ace: staff, width: 32, height: 62, long: true },
  S: { pip: blade, ace: blade, width: 28, height: 62, long: true },
};

type Costume = { main: string; second: string };
const COSTUMES: Record<Suit, Costume> = {
  D: { main: GOLD, second: RED },
  H: { main: RED, second: VIOLET },
  C: { main: LEAF, second: GREEN },
  S: { main: SKY, second: BLUE },
};

/** A sash divides the two halves. */
const sash = (colour: string) =>
  path('M7 84.5L93 70.5L93 75.5L7 89.5Z', { fill: colour, width: 1.2 }) +
  path('M7 87L93 73', { line: STRAW, width: 1.1 });

/** The upper half is cut along the sash. */
const half = (drawing: string) => `<g clip-path="url(#piacentine-half)">${drawing}</g>`;

const heldEmblem = (suit: Suit, x: number, y: number) =>
  at(x, y, EMBLEMS[suit].pip, EMBLEMS[suit].long ? 0.72 : 28 / EMBLEMS[suit].height);

const coatOf = (main: string, second: string) =>
  path('M34 64C28 72 26 82 26 92H78C78 82 76 72 68 62Q51 54 34 64Z', { fill: main, width: 1.5 }) +
  path('M46 60L51 90L56 60Z', { fill: second, width: 1.1 }) +
  [68, 75, 82].map((y) => circle(51, y, 1.3, { fill: GOLD, width: 0.7 })).join('');

function fante(suit: Suit, { main, second }: Costume): string {
  return (
    path('M66 60C80 66 84 80 84 90H62Z', { fill: second }) +
    coatOf(main, second) +
    path('M41 61Q51 70 61 60L57 56Q51 61 45 57Z', { fill: IVORY, width: 1.1 }) +
    at(51, 47, head({ hat: 'cap', colour: second, feather: IVORY }), 0.92) +
    heldEmblem(suit, 23, 53) +
    sleeve([37, 67], [30, 80], [26, 70], main, IVORY) +
    hand(24.5, 66)
  );
}

const steed = (coat: string) =>
  path('M10 92C12 78 20 70 27 62L26 52L32 57C40 58 46 66 50 78L52 92Z', { fill: coat, width: 1.5 }) +
  path('M27 62C20 64 12 70 9.5 77C9 81 12 83 15 81.5L24 77', { fill: coat, width: 1.5 }) +
  path('M32 57C42 60 49 70 50 82L44 84C43 74 38 66 31 62Z', { fill: WOOD, width: 1.1 }) +
  path('M11 78L24 70M21 66L25 78', { line: RED, width: 1.6 }) +
  circle(24, 66.5, 1.3, { fill: INK, width: 0 });

function cavallo(suit: Suit, { main, second }: Costume): string {
  return (
    path('M72 60C86 66 90 78 90 88H62Z', { fill: second }) +
    at(11, -1, coatOf(main, second)) +
    path('M53 60Q62 69 71 59L67 55Q62 60 57 56Z', { fill: IVORY, width: 1.1 }) +
    at(62, 46, head({ hat: 'plume', colour: second, feather: STRAW, hair: '#b98d4d' }), 0.9) +
    heldEmblem(suit, 30, 44) +
    steed(suit === 'D' || suit === 'C' ? '#ead9ba' : '#b98d63') +
    sleeve([48, 68], [42, 78], [38, 66], main, IVORY) +
    hand(36, 62.5)
  );
}

function re(suit: Suit, { main, second }: Costume): string {
  return (
    path('M32 62C18 70 14 82 14 94H88C88 82 84 70 70 60Z', { fill: second, width: 1.5 }) +
    at(0, 1, coatOf(main, second)) +
    path('M31 66Q51 84 71 64L66 56Q51 66 36 58Z', { fill: IVORY, width: 1.3 }) +
    tails([[38, 66], [45, 70.5], [57, 70.5], [64, 65]]) +
    at(51, 48, head({ hat: 'crown', colour: suit === 'D' || suit === 'H' ? BLUE : RED, hair: '#8d8577', beard: suit === 'D' || suit === 'C' ? WOOD : '#cfc6b4' }), 0.9) +
    heldEmblem(suit, 21, 51) +
    sleeve([34, 68], [26, 82], [23, 71], second, IVORY) +
    hand(22, 67)
  );
}

const COURTS = { J: fante, Q: cavallo, K: re };
const bust = (rank: Court, suit: Suit) => COURTS[rank](suit, COSTUMES[suit]);

export const piacentine: FaceStyle = {
  name: 'piacentine',
  defs: '<clipPath id="piacentine-half"><path d="M7.5 7.5H92.5V73L7.5 87Z"/></clipPath>',
  emblems: EMBLEMS,
  bust: { draw: bust, view: '10 14 64 78' },
  court: (rank, suit) => twofold(half(bust(rank, suit))) + sash(COSTUMES[suit].second),
  ornament: (suit) =>
    mirrored(
      rod('M-3 49C-24 52 -36 36 -29 22C-25 14 -15 18 -20 25', suit === 'D' || suit === 'H' ? GOLD : LEAF, 1.8) +
        circle(-20, 25, 2.5, { fill: RED, width: 1 }),
    ) + circle(0, 49, 3.5, { fill: suit === 'D' || suit === 'H' ? RED : BLUE, width: 1.1 }),
};
