/** Which tile lies where: tiles are alike, but each one that moves is seen to fly. */
import type { AzulPicture } from '../../live/messages';
import { COLOURS, sorted, wallColour, type Colour } from './tiles';

export type Piece = { id: number; colour: Colour };
/** By place: `t1` … `t6`, `c`, `l1` … `l5`, `w11` … `w55` (row, column), `f`, and `a`: the automa's. */
export type Lying = Readonly<Record<string, Piece[]>>;

let made = 0;

/** The tiles of each place in a picture; places that tiles are moved to come first. */
function places(picture: AzulPicture): [place: string, tiles: Colour[]][] {
  const wall = picture.wall.flatMap((laid, row) =>
    [0, 1, 2, 3, 4]
      .map((column) => ({ column, colour: wallColour(picture, row, column) }))
      .filter(({ colour }) => laid.includes(colour))
      .map(({ column, colour }): [string, Colour[]] => [`w${row + 1}${column + 1}`, [colour]]));
  return [
    ...wall,
    ...picture.lines.map((tiles, i): [string, Colour[]] => [`l${i + 1}`, [...tiles] as Colour[]]),
    ['f', [...picture.floor.replaceAll('M', '')] as Colour[]],
    ['a', COLOURS.flatMap((colour) => Array<Colour>(picture.pile[colour] ?? 0).fill(colour))],
    ['c', sorted(picture.centre)],
    ...picture.trays.map((tiles, i): [string, Colour[]] => [`t${i + 1}`, sorted(tiles)]),
  ];
}

/** Tiles that stay are the same; those that are wanted elsewhere are those that left; the rest are new. */
export function follow(was: Lying, picture: AzulPicture): Lying {
  const wanted = places(picture);
  const loose: Piece[] = [];
  const kept = new Map(wanted.map(([place, tiles]) => {
    const left = [...tiles];
    const stays = (was[place] ?? []).filter(({ colour }) => {
      const at = left.indexOf(colour);
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
    return [place, stays];
  }));
  for (const [place, pieces] of Object.entries(was)) loose.push(...pieces.filter((piece) => !kept.get(place)?.includes(piece)));
  return Object.fromEntries(wanted.map(([place, tiles]) => {
    const here = [...kept.get(place)!];
    return [place, tiles.map((colour) => next(here, colour) ?? (isFilled(place) ? null : next(loose, colour)) ?? { id: ++made, colour })];
  }));
}

/** Trays are filled from the bag alone. */
const isFilled = (place: string) => place.startsWith('t');

function next(pieces: Piece[], colour: Colour): Piece | undefined {
  const at = pieces.findIndex((piece) => piece.colour === colour);
  return at < 0 ? undefined : pieces.splice(at, 1)[0];
}
