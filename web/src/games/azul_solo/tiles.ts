/** Tiles of azul_solo: their colours, where they lie, and where a take would put them. */
import { m } from '../../paraglide/messages.js';
import type { AzulPicture, Preview } from '../../live/messages';
import { parts } from '../board/selection';

export const COLOURS = ['B', 'Y', 'R', 'K', 'W'] as const;
export type Colour = (typeof COLOURS)[number];
export const MARKER = 'M' as const;
export const PENALTIES = [1, 1, 2, 2, 2, 3, 3];

/** What so many pieces on the floor cost (R-AZ-S08). */
export const floorCost = (pieces: number) => PENALTIES.slice(0, pieces).reduce((sum, one) => sum + one, 0);

/** A cost as it is written: −3, or 0. */
export const minus = (cost: number) => (cost ? `−${cost}` : '0');

const NAMES = { B: m.tile_blu, Y: m.tile_giallo, R: m.tile_rosso, K: m.tile_nero, W: m.tile_bianco };

export const tileName = (colour: Colour) => NAMES[colour]();

/** A heap in the order of the colours, so that equal tiles lie side by side. */
export const sorted = (heap: string): Colour[] =>
  COLOURS.flatMap((colour) => Array<Colour>(howMany(heap, colour)).fill(colour));

/** The colour that belongs on this place of the wall (R-AZ-S09). */
export const wallColour = (picture: AzulPicture, row: number, column: number) =>
  picture.pattern[row]![column] as Colour;

/** What a piece such as `3R` or `cK` stands for. */
export function source(piece: string): { tray: number; colour: Colour } {
  const tray = piece.startsWith('c') ? 0 : Number(piece[0]);
  return { tray, colour: piece.slice(1) as Colour };
}

export const heapOf = (picture: AzulPicture, tray: number) =>
  (tray ? picture.trays[tray - 1] : picture.centre) ?? '';

export const howMany = (heap: string, colour: Colour) => [...heap].filter((tile) => tile === colour).length;

export type Fall = { line: number; inLine: number; floor: string };

/** Where the tiles of a move would lie; the marker falls first (R-AZ-S05). */
export function fall(move: string, preview: Preview): Fall {
  const { piece, to } = parts(move)!;
  const { colour } = source(piece);
  const floor = (preview.marker ? MARKER : '') + colour.repeat(preview.floor);
  return { line: to === 'f' ? 0 : Number(to), inLine: preview.line, floor };
}
