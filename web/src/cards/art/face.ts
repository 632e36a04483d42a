/** A card's face: indices, frame, and its pips or its figure, in 100 × 160 units. */
import { isRed, rankOf, RANKS, suitOf, SUITS, type Rank, type Style, type Suit } from '../cardNames';
import { at, box, path } from './shapes';

export type Emblem = {
  /** The suit's drawing, its middle at (0, 0). */
  pip: string;
  ace: string;
  width: number;
  height: number;
  /** Clubs and swords of the Italian styles are laid out like sticks, not like coins. */
  long?: boolean;
};

export type Court = 'J' | 'Q' | 'K';

export type FaceStyle = {
  name: Style;
  emblems: Record<Suit, Emblem>;
  court: (rank: Court, suit: Suit) => string;
  /** Figures and aces with a ground line have no index at the bottom. */
  oneWay?: boolean;
  /** The upper half of a figure with two heads, and the part of it shown on small cards. */
  bust?: { draw: (rank: Court, suit: Suit) => string; view: string };
  /** Clips and patterns that the drawings refer to. */
  defs?: string;
  /** The drawing around the ace. */
  ornament: (suit: Suit) => string;
};

export const COLOURS = { red: '#a8281c', black: '#241d18' };
const TINTS = { red: '#fdf3e6', black: '#f8f4e8' };
const PRINTED: Partial<Record<Rank, string>> = { J: 'F', Q: 'C', K: 'R' };

const colourOf = (suit: Suit) => (isRed(suit) ? 'red' : 'black');

/** Suit signs for the corners: one colour, readable at the size of a letter. */
const SIGNS: Record<Suit, (colour: string) => string> = {
  D: (c) =>
    `<circle r="7.4" fill="none" stroke="${c}" stroke-width="2.6"/><circle r="3" fill="${c}"/>`,
  H: (c) =>
    path('M-7.5 -8.5H7.5C7.5 -1 4.5 2 1.5 3V5.5L6 9H-6L-1.5 5.5V3C-4.5 2 -7.5 -1 -7.5 -8.5Z', { fill: c, width: 0 }) +
    path('M-7 -6C-11 -6.5 -10.5 -0.5 -5.5 -0.5M7 -6C11 -6.5 10.5 -0.5 5.5 -0.5', { line: c, width: 1.6 }),
  C: (c) =>
    at(0, 0, path('M-1.6 10L-3.2 -5C-3.6 -10 3.6 -10 3.2 -5L1.6 10Z', { fill: c, line: c, width: 1.2 }) +
      path('M-3 -2.5L-6.5 -4.5M2.8 1L6.2 -0.8', { line: c, width: 3 }), 1, 24),
  S: (c) =>
    at(0, 0, path('M0 -10.5L2.1 -7V4.5H-2.1V-7Z', { fill: c, line: c, width: 0.8 }) +
      path('M-5.5 5H5.5M0 5V10', { line: c, width: 2.6 }), 1, -24),
};

export const HEART =
  'M0 18C-6 10.5 -18 3.5 -18 -7C-18 -14 -13.3 -18 -8.8 -18C-4.6 -18 -1.5 -15.5 0 -12C1.5 -15.5 4.6 -18 8.8 -18C13.3 -18 18 -14 18 -7C18 3.5 6 10.5 0 18Z';
export const DIAMOND = 'M0 -20Q6 -8.5 15.5 0Q6 8.5 0 20Q-6 8.5 -15.5 0Q-6 -8.5 0 -20Z';
export const CLOVER =
  'M-2 6.5C-4 12 -14 13 -16.5 6C-18.5 -1 -12.5 -6.5 -6 -4.3C-10 -8.5 -8.5 -18.5 0 -18.5C8.5 -18.5 10 -8.5 6 -4.3C12.5 -6.5 18.5 -1 16.5 6C14 13 4 12 2 6.5C2.3 12 4 16.5 7.5 19.5H-7.5C-4 16.5 -2.3 12 -2 6.5Z';
export const SPADE =
  'M0 -19.5C6 -10.5 18 -4 18 6C18 12 13.5 15 9.2 15C5.6 15 3 13.3 1.8 10.5C2.2 14.5 4 17.5 7.2 19.8H-7.2C-4 17.5 -2.2 14.5 -1.8 10.5C-3 13.3 -5.6 15 -9.2 15C-13.5 15 -18 12 -18 6C-18 -4 -6 -10.5 0 -19.5Z';
const FRENCH: Record<Suit, string> = { D: DIAMOND, H: HEART, C: CLOVER, S: SPADE };

/** The suit's sign in a corner, 20 units wide, its middle at (0, 0). */
export function sign(style: Style, suit: Suit): string {
  const colour = COLOURS[colourOf(suit)];
  if (style !== 'francesi') return SIGNS[suit](colour);
  return at(0, 0, path(FRENCH[suit], { fill: colour, width: 0 }), 0.5);
}

const printed = (style: Style, rank: Rank) => (style === 'francesi' ? rank : (PRINTED[rank] ?? rank));

const WIDE: Record<string, number> = { '10': 0.84, A: 0.68, C: 0.66, R: 0.66, Q: 0.74, K: 0.68, J: 0.4 };

/** Rank and sign side by side, so that the visible strip of a covered card shows both. */
function index(style: Style, name: string, size: number): string {
  const [rank, suit] = [rankOf(name), suitOf(name)];
  const text = printed(style, rank);
  const width = size * (WIDE[text] ?? 0.52);
  const squeeze = text === '10' ? ` textLength="${width}" lengthAdjust="spacingAndGlyphs"` : '';
  const top = size * 0.86;
  return (
    `<text x="8" y="${top + 3}" font-size="${size}" fill="${COLOURS[colourOf(suit)]}" class="rank"${squeeze}>${text}</text>` +
    at(9 + width + size * 0.4, top / 2 + 5.5, sign(style, suit), size / 27)
  );
}

type Spot = [x: number, y: number, turn?: number];

const [L, M, R] = [28, 50, 72];
/** The positions of the pips: coins and cups, and all suits of the French style. */
const SPOTS: Record<string, Spot[]> = {
  '2': [[M, 54], [M, 106]],
  '3': [[M, 46], [M, 80], [M, 114]],
  '4': [[L, 54], [R, 54], [L, 106], [R, 106]],
  '5': [[L, 50], [R, 50], [M, 80], [L, 110], [R, 110]],
  '6': [[L, 46], [R, 46], [L, 80], [R, 80], [L, 114], [R, 114]],
  '7': [[L, 46], [R, 46], [M, 63], [L, 80], [R, 80], [L, 114], [R, 114]],
  '8': [[L, 46], [R, 46], [M, 63], [L, 80], [R, 80], [M, 97], [L, 114], [R, 114]],
  '9': [[L, 43], [R, 43], [L, 67.7], [R, 67.7], [M, 80], [L, 92.3], [R, 92.3], [L, 117], [R, 117]],
  '10': [[L, 43], [R, 43], [M, 55], [L, 67.7], [R, 67.7], [L, 92.3], [R, 92.3], [M, 105], [L, 117], [R, 117]],
};
/** Clubs and swords: crossed, then in two ranks, the odd one horizontal between them. */
const STICKS: Record<string, Spot[]> = {
  '2': [[M, 80, -26], [M, 80, 26]],
  '3': [[M, 80, -32], [M, 80, 32], [M, 80]],
  '4': [[33, 53], [67, 53], [33, 108], [67, 108]],
  '5': [[32, 55], [68, 55], [M, 81, 90], [32, 107], [68, 107]],
  '6': [[25, 54], [M, 54], [75, 54], [25, 107], [M, 107], [75, 107]],
  '7': [[27, 54], [M, 54], [73, 54], [M, 80, 90], [27, 107], [M, 107], [73, 107]],
  '8': [[23, 56], [41, 56], [59, 56], [77, 56], [23, 106], [41, 106], [59, 106], [77, 106]],
  '9': [[23, 54], [41, 54], [59, 54], [77, 54], [M, 80, 90], [23, 107], [41, 107], [59, 107], [77, 107]],
  '10': [[22, 56], [36, 56], [50, 56], [64, 56], [78, 56], [22, 106], [36, 106], [50, 106], [64, 106], [78, 106]],
};

/** The size of a pip that leaves space to its neighbours. */
const ROOM = [0, 0, 48, 33, 40, 36, 33, 28, 28, 24, 24];
const STICK_ROOM = [0, 0, 1.4, 1.4, 0.86, 0.7, 0.8, 0.68, 0.68, 0.56, 0.56];

function room({ long, width, height }: Emblem, count: number): number {
  if (long) return STICK_ROOM[count]!;
  return ROOM[count]! / Math.max(width, height);
}

function pips(style: FaceStyle, suit: Suit, rank: Rank): string {
  const emblem = style.emblems[suit];
  const count = Number(rank);
  const french = style.name === 'francesi';
  const scale = room(emblem, count);
  return (emblem.long ? STICKS : SPOTS)[rank]!
    .map(([x, y, turn]) => use(style, suit, x, y, scale, turn ?? (french && y > 80 ? 180 : 0)))
    .join('');
}

const use = (style: FaceStyle, suit: Suit, x: number, y: number, scale: number, turn = 0) =>
  at(x, y, `<use href="#${style.name}-${suit}"/>`, Math.round(scale * 1000) / 1000, turn);

const isCourt = (rank: Rank): rank is Court => rank === 'J' || rank === 'Q' || rank === 'K';

const ace = (style: FaceStyle, suit: Suit) =>
  at(50, 80, style.ornament(suit) + at(0, 0, style.emblems[suit].ace, style.emblems[suit].long ? 1.4 : 68 / style.emblems[suit].height));

function body(style: FaceStyle, rank: Rank, suit: Suit): string {
  if (rank === 'A') return ace(style, suit);
  if (isCourt(rank)) return style.court(rank, suit);
  return pips(style, suit, rank);
}

/** Red suits have a double frame, black suits a single one, so that colour is not the only difference. */
function frame(style: Style, suit: Suit): string {
  if (style === 'francesi') return '';
  const line = COLOURS[colourOf(suit)];
  const outer = box(4, 4, 92, 152, 5, { line, width: isRed(suit) ? 1 : 1.8 });
  return isRed(suit) ? outer + box(6.6, 6.6, 86.8, 146.8, 3.5, { line, width: 0.7 }) : outer;
}

const paper = (suit: Suit) => `<rect width="100" height="160" rx="7" fill="${TINTS[colourOf(suit)]}"/>`;

const turned = (drawing: string) => `<g transform="rotate(180 50 80)">${drawing}</g>`;

function full(style: FaceStyle, name: string): string {
  const [rank, suit] = [rankOf(name), suitOf(name)];
  const corner = index(style.name, name, 24);
  const foot = style.oneWay && 'JQKA'.includes(rank) ? '' : turned(corner);
  return paper(suit) + frame(style.name, suit) + body(style, rank, suit) + corner + foot;
}

function person(style: FaceStyle, rank: Court, suit: Suit): string {
  const { draw, view } = style.bust ?? { draw: style.court, view: '12 26 76 104' };
  return `<svg x="8" y="46" width="84" height="106" viewBox="${view}" preserveAspectRatio="xMidYMax meet" overflow="hidden">${draw(rank, suit)}</svg>`;
}

/** For small screens: a large index above one large sign or figure. */
function small(style: FaceStyle, name: string): string {
  const [rank, suit] = [rankOf(name), suitOf(name)];
  const emblem = style.emblems[suit];
  const scale = emblem.long ? 1.62 : Math.min(76 / emblem.width, 84 / emblem.height);
  const figure = isCourt(rank) ? person(style, rank, suit) : at(50, 103, `<use href="#${style.name}-${suit}"/>`, scale);
  return paper(suit) + frame(style.name, suit) + figure + index(style.name, name, 42);
}

const symbol = (id: string, drawing: string) =>
  `<symbol id="${id}" viewBox="0 0 100 160">${drawing}</symbol>`;

/** All the symbols of a style: `#napoletane-7S`, and `#napoletane-7S-small`. */
export function symbols(style: FaceStyle): string {
  const suits = SUITS.map((suit) => `<g id="${style.name}-${suit}">${style.emblems[suit].pip}</g>`);
  const faces = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit)).map(
    (name) =>
      symbol(`${style.name}-${name}`, full(style, name)) +
      symbol(`${style.name}-${name}-small`, small(style, name)),
  );
  return `<defs>${style.defs ?? ''}${suits.join('')}</defs>${faces.join('')}`;
}

