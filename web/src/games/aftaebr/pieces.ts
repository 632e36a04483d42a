/** Pieces and cells of aftaebr: notation and names. */
import { m } from '../../paraglide/messages.js';

export const COLOURS = ['verde', 'azzurro', 'fucsia', 'arancione'] as const;
export type Colour = (typeof COLOURS)[number];
export type Piece = { number: number; seat: number };

export const isColour = (word: string | null | undefined): word is Colour =>
  COLOURS.some((colour) => colour === word);

/** "3A1B" → the pieces from the bottom. */
export function parseStack(text: string): Piece[] {
  return [...text.matchAll(/(\d)([A-D])/g)].map(([, number, seat]) => ({
    number: Number(number),
    seat: 'ABCD'.indexOf(seat!),
  }));
}

/** The name of cell 0 … 35: column letter from the left, row from the top. */
export const cellName = (cell: number) => 'abcdef'[cell % 6]! + (Math.floor(cell / 6) + 1);

const NAMES = {
  verde: m.colour_verde,
  azzurro: m.colour_azzurro,
  fucsia: m.colour_fucsia,
  arancione: m.colour_arancione,
};

/** Pieces are plain wood until their player has chosen a colour. */
export type PieceColour = Colour | 'legno';

export const colourName = (colour: PieceColour) => (colour === 'legno' ? m.colour_none() : NAMES[colour]());

export const colourOf = (colours: (string | null)[], seat: number): PieceColour => {
  const chosen = colours[seat];
  return isColour(chosen) ? chosen : 'legno';
};

/** «b4: 3 verde, sopra 2 pedine», or «b4: vuota». */
export function cellLabel(cell: number, pieces: Piece[], colours: (string | null)[]): string {
  const top = pieces.at(-1);
  const name = cellName(cell);
  if (!top) return m.cell_empty({ cell: name });
  const colour = colourName(colourOf(colours, top.seat));
  if (pieces.length === 1) return m.cell_piece({ cell: name, number: top.number, colour });
  const below = pieces.slice(0, -1).reverse().map((piece) => piece.number).join(', ');
  return m.cell_stack({ cell: name, number: top.number, colour, below });
}
