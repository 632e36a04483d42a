/** What an update of Azul tells, as pictures one after another: the take, the roll, the answer, the count. */
import type { AzulPicture, LaidTile, Preview, RoundCount, Told, Update } from '../../live/messages';
import { foresee } from '../predictMove';
import type { Scene } from '../board/animationQueue.svelte';
import { ANSWER, COUNTED, LAY, ROLL, TAKE } from './durations';
import { heapOf, howMany, type Colour } from './tiles';

/** What the automa did, read from what is told of it; nothing is taken under P1. */
export type Answer = { die: number; source: number; colour: Colour | null; said: Told };

export type AzulScene = Scene & {
  picture: AzulPicture;
  /** The automa's answer that is on the table, or is being rolled. */
  answer: Told | null;
  /** What the die shows. */
  die: number | null;
  isRolling: boolean;
  /** Tiles that the count has laid so far. */
  laid: readonly LaidTile[];
  /** What the floor has cost, once it is counted. */
  lost: number;
  /** Complete columns and colours, once they are counted. */
  bonus: Pick<RoundCount, 'columns' | 'colours'> | null;
};

type Settled = { picture: AzulPicture; previews: Record<string, Preview> | null | undefined };

export const still = (picture: AzulPicture, answer: Told | null = null): AzulScene => ({
  picture, answer, lasts: 0, die: picture.answer?.die ?? null, isRolling: false, laid: [], lost: 0, bonus: null,
});

const inner = (told: Told, name: string) => told.values![name] as Told;

export function answerOf(said: Told): Answer {
  const what = inner(said, 'what');
  const die = Number(what.values!['dado']);
  if (what.key === 'az.ai_marker') return { die, source: die, colour: null, said };
  const source = Number(inner(what, 'luogo').values?.['n'] ?? 0);
  return { die, source, colour: inner(what, 'colore').key.at(-1) as Colour, said };
}

/** The tiles go to the automa, the rest of a tray to the centre, the marker with whoever meets it (R-AZ-11 … 17). */
export function answered(picture: AzulPicture, { source, colour }: Answer): AzulPicture {
  const heap = heapOf(picture, source);
  const rest = colour ? heap.replaceAll(colour, '') : heap;
  const meets = source === 1 ? picture.marker === 'tray' : source === 0 && picture.marker === 'centre';
  return {
    ...picture,
    marker: meets ? 'automa' : picture.marker,
    trays: picture.trays.map((tiles, i) => (i === source - 1 ? '' : tiles)),
    centre: source ? picture.centre + rest : rest,
    pile: colour ? { ...picture.pile, [colour]: (picture.pile[colour] ?? 0) + howMany(heap, colour) } : picture.pile,
  };
}

/** A new round that the automa has begun, before it did: all that lies in the centre came from that tray. */
function filled(after: AzulPicture, { source, colour }: Answer, before: AzulPicture): AzulPicture {
  const taken = colour ? colour.repeat((after.pile[colour] ?? 0) - (before.pile[colour] ?? 0)) : '';
  const trays = after.trays.map((tiles, i) => (i === source - 1 ? after.centre + taken : tiles));
  return { ...after, trays, centre: '', marker: colour ? after.marker : 'tray', pile: before.pile };
}

/** The count, tile by tile (R-AZ-S10), then the floor (R-AZ-S11), then what is complete (R-AZ-S12). */
function counted(from: AzulScene, count: RoundCount): AzulScene[] {
  const scenes: AzulScene[] = [];
  let now = { ...from, lasts: LAY, answer: null };
  for (const tile of count.tiles) {
    const { lines, wall, score } = now.picture;
    const picture = {
      ...now.picture,
      lines: lines.map((tiles, i) => (i === tile.row - 1 ? '' : tiles)),
      wall: wall.map((laid, i) => (i === tile.row - 1 ? laid + tile.colour : laid)),
      score: score + tile.points,
    };
    now = { ...now, picture, laid: [...now.laid, tile] };
    scenes.push(now);
  }
  now = { ...now, lasts: COUNTED, lost: count.lost, picture: { ...now.picture, floor: '', score: count.score - count.bonus } };
  scenes.push(now);
  if (count.bonus) scenes.push({ ...now, lasts: 2 * COUNTED, bonus: count, picture: { ...now.picture, score: count.score } });
  return scenes;
}

/** From a settled position to the one of the update. */
export function story({ picture, previews }: Settled, update: Update): AzulScene[] {
  const after = update.view as AzulPicture;
  const move = update.last;
  if (update.told[0]?.key !== 'az.you' || !move || !previews?.[move]) return [still(after)];
  const taken = foresee(picture, move, previews[move]) as AzulPicture;
  let now: AzulScene = { ...still(taken), lasts: TAKE };
  const scenes = [now];
  const show = (...more: AzulScene[]) => {
    scenes.push(...more);
    now = scenes.at(-1)!;
  };
  let isCounted = false;
  for (const said of update.told) {
    if (said.key === 'az.round' && update.count_of_round) {
      isCounted = true;
      show(...counted(now, update.count_of_round));
    } else if (said.key === 'az.answer') {
      const answer = answerOf(said);
      if (isCounted) show({ ...now, lasts: TAKE, picture: filled(after, answer, now.picture) });
      show({ ...now, lasts: ROLL, answer: null, die: answer.die, isRolling: true });
      show({ ...now, lasts: ANSWER, answer: said, isRolling: false, picture: answered(now.picture, answer) });
    }
  }
  return [...scenes, { ...now, picture: after, lasts: 0 }];
}
