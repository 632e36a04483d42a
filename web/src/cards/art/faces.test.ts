import { expect, test } from 'vitest';
import { isRed, RANKS, SUITS } from '../cardNames';
import { COLOURS, symbols } from './face';
import { francesi } from './francesi';
import { napoletane } from './napoletane';
import { piacentine } from './piacentine';

/** The corner of a card: rank and sign, in the colour of the suit alone (R-S40-04). */
const inColour = (drawing: string, colour: string) => drawing.includes(`fill="${colour}" class="rank"`);

test.each([napoletane, piacentine, francesi])('$name: every card has two sizes, and the colour of its suit is clear in both', (style) => {
  const drawn = symbols(style);
  for (const suit of SUITS)
    for (const rank of RANKS)
      for (const size of ['', '-small']) {
        const id = `${style.name}-${rank}${suit}${size}`;
        const drawing = drawn.split(`<symbol id="${id}"`)[1]?.split('</symbol>')[0];
        const [own, other] = isRed(suit) ? [COLOURS.red, COLOURS.black] : [COLOURS.black, COLOURS.red];
        expect(drawing, id).toBeDefined();
        expect(inColour(drawing!, own), id).toBe(true);
        expect(inColour(drawing!, other), id).toBe(false);
      }
});

test.each([napoletane, piacentine])('$name: red suits have a frame of two lines, black suits of one', (style) => {
  const drawn = symbols(style);
  const frames = (suit: string) => (drawn.split(`<symbol id="${style.name}-7${suit}"`)[1]!.split('</symbol>')[0]!.match(/<rect[^>]*fill="none"/g) ?? []).length;
  expect(SUITS.map(frames)).toEqual([2, 2, 1, 1]);
});
