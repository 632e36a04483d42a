/** Tiles of azul_solo: colours, names, sources, and where a move would put them. */
import { gameCatalogue } from '../../../api/gameCatalogue.svelte';
import { m } from '../../../paraglide/messages.js';
import type { Preview } from '../../../live/messages';
import { parseMove } from '../../board/moveNotation';
import type { AzulView } from '../../views';

export const COLOURS = ['B', 'Y', 'R', 'K', 'W'] as const;
export type Colour = (typeof COLOURS)[number];
export const MARKER = 'M' as const;
/** What each piece on the floor costs, from the left. */
export const floorPenalties = (): readonly number[] => gameCatalogue.find('azul_solo')?.facts['floor_penalties'] ?? [];

/** What this many pieces on the floor cost (R-AZ-S08). */
export const floorCost = (pieces: number) => floorPenalties().slice(0, pieces).reduce((sum, one) => sum + one, 0);

/** A cost as it is displayed: −3, or 0. */
export const formatCost = (cost: number) => (cost ? `−${cost}` : '0');

const NAMES = { B: m.tile_blu, Y: m.tile_giallo, R: m.tile_rosso, K: m.tile_nero, W: m.tile_bianco };

export const tileName = (colour: Colour) => NAMES[colour]();

/** Tiles ordered by colour, so that equal tiles are side by side. */
export const sortByColour = (tiles: string): Colour[] =>
  COLOURS.flatMap((colour) => Array<Colour>(countColour(tiles, colour)).fill(colour));

/** The colour that belongs on this place of the wall (R-AZ-S09). */
export const wallColour = (view: AzulView, row: number, column: number) =>
  view.pattern[row]![column] as Colour;

/** `3R` → tray 3, red; `cK` → the centre (tray 0), black. */
export function parsePiece(piece: string): { tray: number; colour: Colour } {
  const tray = piece.startsWith('c') ? 0 : Number(piece[0]);
  return { tray, colour: piece.slice(1) as Colour };
}

/** The tiles on a tray, or in the centre (tray 0). */
export const tilesAt = (view: AzulView, tray: number) =>
  (tray ? view.trays[tray - 1] : view.centre) ?? '';

export const countColour = (tiles: string, colour: Colour) => [...tiles].filter((tile) => tile === colour).length;

export type Landing = { line: number; inLine: number; floor: string };

/** Where the tiles of a move would land; the marker goes to the floor first (R-AZ-S05). */
export function landingOf(move: string, preview: Preview): Landing {
  const { piece, to } = parseMove(move)!;
  const { colour } = parsePiece(piece);
  const floor = (preview.marker ? MARKER : '') + colour.repeat(preview.floor);
  return { line: to === 'f' ? 0 : Number(to), inLine: preview.line, floor };
}
