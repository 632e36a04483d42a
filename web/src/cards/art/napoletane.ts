/** Napoletane: a sun on the coin, a cup with two handles, a knotted club, a straight sword. */
import type { Suit } from '../cardNames';
import type { Emblem, FaceStyle } from './face';
import { belt, ground, hand, head, sleeve, tails } from './figures';
import {
  at, BARK, BLUE, box, circle, GOLD, GREEN, INK, IVORY, LEAF, mirrored, oval, path, rays, RED, rod, ROSE, SKY,
  STEEL, STRAW, WOOD,
} from './shapes';

const coin = (face: string) =>
  circle(0, 0, 24, { fill: GOLD, width: 1.8 }) +
  circle(0, 0, 20.5, { width: 0.9 }) +
  path(rays(12, 18, 10.5), { fill: RED, width: 1 }) +
  circle(0, 0, 9.5, { fill: STRAW, width: 1.2 }) +
  face;

const sunFace =
  mirrored(path('M-5.5 -2.5Q-3.5 -4.3 -1.7 -2.5', { width: 0.8 }) + circle(-3.4, -0.8, 0.9, { fill: INK, width: 0 })) +
  path('M0 -1L-0.9 2.3h1.8M-3 4.6Q0 6.8 3 4.6', { width: 0.8 });

const cup =
  mirrored(rod('M-15 -17C-29 -20 -28 1 -11 1', GOLD, 2.4)) +
  path('M-18 -24C-19 -4 -12 6 0 8C12 6 19 -4 18 -24Z', { fill: RED, width: 1.6 }) +
  path('M-17.5 -13Q0 -7 17.5 -13L16.7 -8Q0 -2 -16.7 -8Z', { fill: GOLD, width: 1 }) +
  path('M-10 -1L0 5L10 -1', { line: STRAW, width: 1.3 }) +
  oval(0, -24, 18, 4.5, { fill: STRAW, width: 1.4 }) +
  oval(0, -24, 12.5, 2.3, { fill: '#7c2419', width: 0.8 }) +
  circle(0, 12, 4, { fill: GOLD, width: 1.2 }) +
  path('M-14 27C-12 20 -5 20 -3 15L3 15C5 20 12 20 14 27Z', { fill: RED, width: 1.5 }) +
  box(-16, 25.5, 32, 4, 1.5, { fill: GOLD, width: 1.2 });

const club =
  path('M-3.5 29C-3.5 10 -7.5 2 -8 -12C-8.5 -24 -5 -29 0 -29C5.5 -29 9 -24 8 -12C7.5 2 3.5 10 3.5 29Z', { fill: BARK, width: 1.5 }) +
  path('M-2 24C-2 8 -4 -2 -4 -14M2.5 6C4 -2 4 -8 4.5 -16', { line: WOOD, width: 1.1 }) +
  path('M-8 -10L-13 -14L-11 -4.5L-6.5 -2ZM7.5 -3L12 -6L10.5 3L5.5 6Z', { fill: BARK, width: 1.2 }) +
  oval(-12, -9.5, 1.7, 4.6, { fill: LEAF, width: 1, more: 'transform="rotate(-10 -12 -9.5)"' }) +
  oval(11.4, -1.6, 1.5, 4.3, { fill: LEAF, width: 1, more: 'transform="rotate(8 11.4 -1.6)"' }) +
  oval(0, -22, 3.8, 3, { fill: LEAF, width: 1.1 }) +
  oval(-0.5, 12, 1.7, 2.3, { fill: WOOD, width: 0.8 }) +
  path('M-4.5 29h9', { line: GREEN, width: 3 });

const sword =
  path('M0 -31L3.8 -25L3.4 12L-3.4 12L-3.8 -25Z', { fill: STEEL, width: 1.4 }) +
  path('M0 -26V9', { line: '#7d949c', width: 1.2 }) +
  box(-2.7, 15, 5.4, 10, 1, { fill: BLUE, width: 1.2 }) +
  path('M-2.7 18l5.4 -2M-2.7 21.5l5.4 -2M-2.7 25l5.4 -2', { line: STRAW, width: 0.9 }) +
  box(-11, 11.5, 22, 4, 2, { fill: GOLD, width: 1.3 }) +
  mirrored(circle(-11, 13.5, 2.6, { fill: GOLD, width: 1.2 })) +
  circle(0, 27, 3.6, { fill: GOLD, width: 1.3 });

const EMBLEMS: Record<Suit, Emblem> = {
  D: { pip: coin(circle(0, 0, 3.4, { fill: RED, width: 0.9 })), ace: coin(sunFace), width: 50, height: 50 },
  H: { pip: cup, ace: cup, width: 54, height: 58 },
  C: { pip: club, ace: club, width: 24, height: 60, long: true },
  S: { pip: sword, ace: sword, width: 26, height: 62, long: true },
};

type Costume = { main: string; second: string; trim: string };

/** Red suits wear red and gold, black suits green and blue. */
const COSTUMES: Record<Suit, Costume> = {
  D: { main: RED, second: GOLD, trim: STRAW },
  H: { main: '#c2563f', second: '#7c2f4a', trim: STRAW },
  C: { main: GREEN, second: '#a9762f', trim: STRAW },
  S: { main: BLUE, second: '#4a4f63', trim: SKY },
};

function fante(suit: Suit, { main, second, trim }: Costume): string {
  return (
    ground() +
    path('M36 68C26 88 26 112 30 130L70 130C74 112 74 88 64 68Z', { fill: second }) +
    mirrored(
      path('M43 108L41 138L48 138L49.5 108Z', { fill: IVORY }) +
        path('M41 136C36 138 35 142 36 143L48 143L48 136Z', { fill: WOOD }),
      50,
    ) +
    path('M38 68C36 82 37 98 31 113Q50 119 69 113C63 98 64 82 62 68Q50 62 38 68Z', { fill: main }) +
    path('M42 95L38 114M50 96V116M58 95L62 114', { line: trim, width: 1.3 }) +
    path('M46 66L50 92L54 66', { fill: trim, width: 1.1 }) +
    belt(91, 13.5) +
    path('M40 66Q50 74 60 66L57 63Q50 67 43 63Z', { fill: IVORY, width: 1.1 }) +
    at(50, 54, head({ hat: 'cap', colour: main, feather: IVORY })) +
    sleeve([62, 72], [76, 84], [64, 94], main, trim) +
    hand(62.5, 95.5) +
    at(26, 62, EMBLEMS[suit].pip, EMBLEMS[suit].long ? 0.9 : 0.56) +
    sleeve([38, 72], [30, 86], [27, 80], main, trim) +
    hand(26, 77)
  );
}

const horse = (coat: string, saddle: string) =>
  path('M73 100C85 100 84 118 80 130C78 122 79 112 72 108Z', { fill: WOOD, width: 1.2 }) +
  path('M62 108L68 122L64 141L69.5 141L75 121L73 106Z', { fill: coat }) +
  path('M38 106L42 120L39 141L44.5 141L48 121L48 106Z', { fill: coat }) +
  path('M75 102C77 93 70 90 62 91L47 92C43 86 42 80 38 75L36.5 68L32.5 73C27 75 20 83 15 91C13.5 95 16 98.5 20 97L29 92C29 99 31 104 33 108C40 116 60 117 69 113L72 122L67 141L72.5 141L78 121C75 114 75 108 75 102Z', { fill: coat, width: 1.6 }) +
  path('M33 108C27 110 22 113 20 120L26 130L30 128L26 120C29 117 34 117 40 114Z', { fill: coat }) +
  path('M38 75C43 79 47 86 48 92L42 91C41 84 37 80 34 78Z', { fill: WOOD, width: 1.1 }) +
  path('M15.5 93L30 84M24 79L29 92M30 86C36 94 44 96 52 95', { line: RED, width: 1.5 }) +
  circle(26.5, 82, 1.3, { fill: INK, width: 0 }) +
  path('M46 92L68 90L71 106Q58 111 47 106Z', { fill: saddle }) +
  path('M48.5 104Q58 108 69.5 104', { line: STRAW, width: 1.4 });

function cavallo(suit: Suit, { main, second, trim }: Costume): string {
  const coat = suit === 'D' || suit === 'C' ? '#e9dcc2' : '#b98d63';
  return (
    ground() +
    path('M64 62C78 68 82 84 76 98L58 94Z', { fill: second }) +
    horse(coat, second) +
    path('M52 90C50 102 52 112 54 120L60 120C61 110 63 102 63 92Z', { fill: IVORY }) +
    path('M54 118L53 126Q47 127 46.5 130H60L60.5 118Z', { fill: WOOD }) +
    path('M46 62C44 74 46 84 45 95Q57 101 69 95C67 84 68 74 66 62Q56 56 46 62Z', { fill: main }) +
    path('M53 61L56 92L59 61', { fill: trim, width: 1.1 }) +
    at(6, 0, belt(86, 11)) +
    at(56, 48, head({ hat: 'plume', colour: main, feather: second }), 0.96) +
    sleeve([64, 67], [68, 82], [54, 84], main, trim) +
    hand(51.5, 85) +
    at(26, 54, EMBLEMS[suit].pip, EMBLEMS[suit].long ? 0.8 : 0.5) +
    sleeve([47, 66], [38, 80], [31, 71], main, trim) +
    hand(28, 69)
  );
}

function re(suit: Suit, { main, second, trim }: Costume): string {
  return (
    ground() +
    path('M37 66C22 90 20 122 20 142H80C80 122 78 90 63 66Z', { fill: second, width: 1.6 }) +
    path('M20 142H80L79.5 134Q50 140 20.5 134Z', { fill: IVORY }) +
    tails([[26, 138.5], [35, 139.5], [45, 140], [55, 140], [65, 139.5], [74, 138.5]]) +
    path('M40 66C34 92 33 116 34 137Q50 141 66 137C67 116 66 92 60 66Z', { fill: main }) +
    path('M46 68C44 92 44 118 44.5 138.5M54 68C56 92 56 118 55.5 138.5', { line: trim, width: 1.5 }) +
    path(`M50 92v40`, { line: trim, width: 1 }) +
    [100, 112, 124].map((y) => path(`M50 ${y - 4}l3.5 4l-3.5 4l-3.5 -4z`, { fill: trim, width: 0.9 })).join('') +
    belt(88, 12) +
    path('M35 68Q50 84 65 68L61 62Q50 70 39 62Z', { fill: IVORY, width: 1.3 }) +
    tails([[41, 70], [46, 73.5], [54, 73.5], [59, 70]]) +
    at(50, 53, head({ hat: 'crown', colour: main === RED ? BLUE : RED, hair: '#8d8577', beard: suit === 'D' || suit === 'S' ? '#cfc6b4' : WOOD })) +
    sleeve([63, 73], [78, 92], [66, 100], second, IVORY) +
    hand(63, 101.5) +
    at(23, 66, EMBLEMS[suit].pip, EMBLEMS[suit].long ? 0.95 : 0.58) +
    sleeve([37, 73], [27, 94], [25, 86], second, IVORY) +
    hand(24, 82.5)
  );
}

const COURTS = { J: fante, Q: cavallo, K: re };

export const napoletane: FaceStyle = {
  name: 'napoletane',
  oneWay: true,
  emblems: EMBLEMS,
  court: (rank, suit) => COURTS[rank](suit, COSTUMES[suit]),
  ornament: (suit) =>
    mirrored(
      path('M-7 50C-22 48 -30 38 -32 26', { line: suit === 'D' || suit === 'H' ? ROSE : '#7f9a86', width: 1.3 }) +
        [[-14, 46.5, 40], [-22, 41.5, 60], [-28, 34.5, 80], [-31.5, 27, 100]]
          .map(([x = 0, y = 0, turn = 0]) => at(x, y, path('M0 0Q4 -5 9 -3Q6 3 0 0Z', { fill: LEAF, width: 0.8 }), 1, turn + 60))
          .join(''),
    ),
};
