/** Heads, hats and arms that the court cards of all three styles share. */
import { at, BARK, box, circle, GOLD, INK, IVORY, mirrored, oval, path, RED, SKIN, STRAW, WOOD } from './shapes';

export type Hat = 'cap' | 'crown' | 'diadem' | 'plume';

const crown = (jewel: string) =>
  path('M-10.5 -8L-12.5 -20L-6.5 -14.5L0 -22L6.5 -14.5L12.5 -20L10.5 -8Z', { fill: GOLD }) +
  path('M-10.5 -8.5Q0 -5.5 10.5 -8.5L10.8 -11.5Q0 -8.5 -10.8 -11.5Z', { fill: STRAW, width: 1 }) +
  mirrored(circle(-12.5, -20.5, 1.7, { fill: jewel, width: 0.9 })) +
  circle(0, -22.5, 2, { fill: jewel, width: 0.9 });

const diadem = (jewel: string) =>
  path('M-10 -7Q0 -13 10 -7L10.5 -12L5.5 -10.5L0 -16L-5.5 -10.5L-10.5 -12Z', { fill: GOLD, width: 1.2 }) +
  circle(0, -11, 1.6, { fill: jewel, width: 0.8 });

const cap = (colour: string, feather: string) =>
  path('M9 -12C14 -22 22 -20 24 -12C19 -15 14 -13 10 -8', { fill: feather, width: 1.1 }) +
  path('M-11.5 -6C-15 -14 -8 -19 1 -18C10 -18 14 -12 11.5 -6Q0 -11 -11.5 -6Z', { fill: colour }) +
  path('M-12 -5.5Q0 -11.5 12 -5.5L11.5 -8.5Q0 -14 -11.5 -8.5Z', { fill: GOLD, width: 1 });

const plume = (colour: string, feather: string) =>
  path('M-4 -13C-6 -26 8 -28 13 -20C17 -14 15 -8 13 -5C12 -12 6 -15 -2 -12Z', { fill: feather, width: 1.1 }) +
  path('M-10.5 -5C-11 -14 -6 -17.5 0 -17.5C6 -17.5 11 -14 10.5 -5Q0 -10 -10.5 -5Z', { fill: colour }) +
  path('M-14 -4Q0 -12 14 -4L13 -6.5Q0 -15 -13 -6.5Z', { fill: GOLD, width: 1 });

const HATS = { cap, crown, diadem, plume };

export type Head = { hat: Hat; colour: string; feather?: string; hair?: string; beard?: string; veil?: string };

/** A face looking at us, its middle at (0, 0), some 20 units wide. */
export function head({ hat, colour, feather = IVORY, hair = WOOD, beard, veil }: Head): string {
  const back = veil
    ? path('M-11 -7C-17 4 -15 14 -13 20L13 20C15 14 17 4 11 -7Z', { fill: veil })
    : path('M-9.5 -6C-14.5 0 -14 9 -12 12C-8 13.5 -5 10 -5 5L5 5C5 10 8 13.5 12 12C14 9 14.5 0 9.5 -6Z', { fill: hair, width: 1.1 });
  const face = path('M-8.5 -7C-9.5 3 -6 11 0 11C6 11 9.5 3 8.5 -7Q0 -13 -8.5 -7Z', { fill: SKIN, width: 1.2 });
  const whiskers = beard
    ? path('M-8.3 2C-9 12 -5 20 0 21C5 20 9 12 8.3 2C6 6 3 5.5 0 5.5C-3 5.5 -6 6 -8.3 2Z', { fill: beard, width: 1.1 })
    : '';
  const brow = mirrored(path('M-6 -2.8Q-3.8 -4.4 -1.8 -2.8', { width: 0.9 }));
  const eyes = mirrored(circle(-3.7, -0.6, 1, { fill: INK, width: 0 }));
  const nose = path('M0 -1L-1 3Q0 3.9 1 3', { width: 0.8 });
  const mouth = path('M-2.2 7Q0 8 2.2 7', { line: RED, width: 1.2 });
  const cheeks = beard ? '' : mirrored(circle(-5.5, 3.5, 1.5, { fill: '#e29a7d', width: 0, more: 'opacity=".55"' }));
  return back + face + whiskers + brow + eyes + cheeks + nose + mouth + HATS[hat](colour, feather);
}

/** A hand closed around the object drawn behind it. */
export const hand = (x: number, y: number) =>
  circle(x, y, 3.6, { fill: SKIN, width: 1.2 }) + path(`M${x - 2} ${y}h4`, { width: 0.7 });

/** A sleeve from shoulder to hand, and its cuff. */
export function sleeve(from: [number, number], elbow: [number, number], to: [number, number], colour: string, cuff = STRAW): string {
  const d = `M${from[0]} ${from[1]}Q${elbow[0]} ${elbow[1]} ${to[0]} ${to[1]}`;
  const lean = (Math.atan2(to[1] - elbow[1], to[0] - elbow[0]) * 180) / Math.PI;
  return (
    path(d, { width: 12 }) +
    path(d, { line: colour, width: 9.6 }) +
    at(to[0], to[1], box(-4, -5, 4, 10, 1.5, { fill: cuff, width: 1.1 }), 1, lean)
  );
}

/** Ermine: a white hem with little tails. */
export const tails = (points: [number, number][]) =>
  points.map(([x, y]) => path(`M${x} ${y - 1.6}l-1 3.2h2z`, { fill: INK, width: 0.4 })).join('');

export const belt = (y: number, half: number) =>
  box(50 - half, y, 2 * half, 4, 1, { fill: BARK, width: 1.1 }) +
  box(47.5, y - 0.5, 5, 5, 1, { fill: GOLD, width: 1 });

export const ground = () =>
  oval(50, 143, 34, 3.5, { fill: '#dcc99a', width: 0 }) +
  path('M18 143q2 -6 4 0q2 -5 3 0M74 143q2 -6 3.5 0q2 -5 3.5 0', { line: '#6f8a4c', width: 1.3 });
