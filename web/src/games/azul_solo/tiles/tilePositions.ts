/** Gives every tile an identity, so that the ones that move can be animated although tiles of a colour are alike. */
import type { AzulView } from '../../views';
import { COLOURS, sortByColour, wallColour, type Colour } from './tiles';

export type TrackedTile = { id: number; colour: Colour };
/** By place: `t1` … `t6`, `c`, `l1` … `l5`, `w11` … `w55` (row, column), `f`, and `a`: the automa's. */
export type TilePositions = Readonly<Record<string, TrackedTile[]>>;

let lastId = 0;

/** The tiles of each place; places that tiles are moved to come first. */
function places(view: AzulView): [place: string, tiles: Colour[]][] {
  const wall = view.wall.flatMap((tiles, row) =>
    [0, 1, 2, 3, 4]
      .map((column) => ({ column, colour: wallColour(view, row, column) }))
      .filter(({ colour }) => tiles.includes(colour))
      .map(({ column, colour }): [string, Colour[]] => [`w${row + 1}${column + 1}`, [colour]]));
  return [
    ...wall,
    ...view.lines.map((tiles, i): [string, Colour[]] => [`l${i + 1}`, [...tiles] as Colour[]]),
    ['f', [...view.floor.replaceAll('M', '')] as Colour[]],
    ['a', COLOURS.flatMap((colour) => Array<Colour>(view.pile[colour] ?? 0).fill(colour))],
    ['c', sortByColour(view.centre)],
    ...view.trays.map((tiles, i): [string, Colour[]] => [`t${i + 1}`, sortByColour(tiles)]),
  ];
}

/** Tiles that stay keep their identity; new ones elsewhere are matched with those that left; the rest are new. */
export function trackTiles(previous: TilePositions, view: AzulView): TilePositions {
  const current = places(view);
  const moved: TrackedTile[] = [];
  const kept = new Map(current.map(([place, tiles]) => {
    const left = [...tiles];
    const stays = (previous[place] ?? []).filter(({ colour }) => {
      const at = left.indexOf(colour);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return [place, stays];
  }));
  for (const [place, tiles] of Object.entries(previous)) moved.push(...tiles.filter((tile) => !kept.get(place)?.includes(tile)));
  return Object.fromEntries(current.map(([place, tiles]) => {
    const here = [...kept.get(place)!];
    return [place, tiles.map((colour) => take(here, colour) ?? (isTray(place) ? null : take(moved, colour)) ?? { id: ++lastId, colour })];
  }));
}

/** Trays are filled from the bag only: their new tiles never come from the board. */
const isTray = (place: string) => place.startsWith('t');

function take(tiles: TrackedTile[], colour: Colour): TrackedTile | undefined {
  const at = tiles.findIndex((tile) => tile.colour === colour);
  return at < 0 ? undefined : tiles.splice(at, 1)[0];
}
