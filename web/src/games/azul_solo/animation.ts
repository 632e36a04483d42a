/** The frames that animate an update of Azul: the take, the roll, the automa's answer, the scoring of the round. */
import type { LaidTile, Preview, RoundCount, Sentence } from '../../live/messages';
import type { Frame } from '../board/animationQueue.svelte';
import type { BoardUpdate } from '../gameModule';
import { predictMove } from './predictMove';
import type { AzulView } from '../views';
import { ANSWER, PLACE, ROLL, SCORE, TAKE } from './durations';
import { countColour, tilesAt, type Colour } from './tiles/tiles';

/** What the automa did; under P1 it takes no tiles and `colour` is null. */
export type AutomaAnswer = { die: number; source: number; colour: Colour | null; sentence: Sentence };

export type AzulFrame = Frame & {
  view: AzulView;
  /** The automa's answer that is shown. */
  answer: Sentence | null;
  /** The number on the die. */
  die: number | null;
  isRolling: boolean;
  /** Tiles that the scoring has placed on the wall so far. */
  placed: readonly LaidTile[];
  /** What the floor has cost, once it is scored. */
  floorCost: number;
  /** Complete columns and colours, once they are scored. */
  bonus: Pick<RoundCount, 'columns' | 'colours'> | null;
};

type Previous = { view: AzulView; previews: Record<string, Preview> | null | undefined };

export const stillFrame = (view: AzulView, answer: Sentence | null = null): AzulFrame => ({
  view, answer, duration: 0, die: view.answer?.die ?? null, isRolling: false, placed: [], floorCost: 0, bonus: null,
});

const nested = (sentence: Sentence, name: string) => sentence.values![name] as Sentence;

export function parseAnswer(sentence: Sentence): AutomaAnswer {
  const what = nested(sentence, 'what');
  const die = Number(what.values!['dado']);
  if (what.key === 'az.ai_marker') return { die, source: die, colour: null, sentence };
  const source = Number(nested(what, 'luogo').values?.['n'] ?? 0);
  return { die, source, colour: nested(what, 'colore').key.at(-1) as Colour, sentence };
}

/** The tiles go to the automa, the rest of a tray to the centre, and the automa may get the marker (R-AZ-11 … 17). */
export function applyAnswer(view: AzulView, { source, colour }: AutomaAnswer): AzulView {
  const tiles = tilesAt(view, source);
  const rest = colour ? tiles.replaceAll(colour, '') : tiles;
  const takesMarker = source === 1 ? view.marker === 'tray' : source === 0 && view.marker === 'centre';
  return {
    ...view,
    marker: takesMarker ? 'automa' : view.marker,
    trays: view.trays.map((tray, i) => (i === source - 1 ? '' : tray)),
    centre: source ? view.centre + rest : rest,
    pile: colour ? { ...view.pile, [colour]: (view.pile[colour] ?? 0) + countColour(tiles, colour) } : view.pile,
  };
}

/** A new round before the automa's first take: everything in the centre came from that tray. */
function beforeFirstTake(after: AzulView, { source, colour }: AutomaAnswer, before: AzulView): AzulView {
  const taken = colour ? colour.repeat((after.pile[colour] ?? 0) - (before.pile[colour] ?? 0)) : '';
  const trays = after.trays.map((tiles, i) => (i === source - 1 ? after.centre + taken : tiles));
  return { ...after, trays, centre: '', marker: colour ? after.marker : 'tray', pile: before.pile };
}

/** The scoring tile by tile (R-AZ-S10), then the floor (R-AZ-S11), then complete columns and colours (R-AZ-S12). */
function scoringFrames(from: AzulFrame, count: RoundCount): AzulFrame[] {
  const frames: AzulFrame[] = [];
  let now = { ...from, duration: PLACE, answer: null };
  for (const tile of count.tiles) {
    const { lines, wall, score } = now.view;
    const view = {
      ...now.view,
      lines: lines.map((tiles, i) => (i === tile.row - 1 ? '' : tiles)),
      wall: wall.map((row, i) => (i === tile.row - 1 ? row + tile.colour : row)),
      score: score + tile.points,
    };
    now = { ...now, view, placed: [...now.placed, tile] };
    frames.push(now);
  }
  now = { ...now, duration: SCORE, floorCost: count.lost, view: { ...now.view, floor: '', score: count.score - count.bonus } };
  frames.push(now);
  if (count.bonus) frames.push({ ...now, duration: 2 * SCORE, bonus: count, view: { ...now.view, score: count.score } });
  return frames;
}

/** From the previous position to the one of the update. */
export function animationFrames({ view, previews }: Previous, update: BoardUpdate): AzulFrame[] {
  const after = update.view as AzulView;
  const move = update.last;
  if (update.told[0]?.key !== 'az.you' || !move || !previews?.[move]) return [stillFrame(after)];
  const taken = predictMove(view, move, previews[move]);
  let now: AzulFrame = { ...stillFrame(taken), duration: TAKE };
  const frames = [now];
  const show = (...more: AzulFrame[]) => {
    frames.push(...more);
    now = frames.at(-1)!;
  };
  let isNewRound = false;
  for (const sentence of update.told) {
    if (sentence.key === 'az.round' && update.count_of_round) {
      isNewRound = true;
      show(...scoringFrames(now, update.count_of_round));
    } else if (sentence.key === 'az.answer') {
      const answer = parseAnswer(sentence);
      if (isNewRound) show({ ...now, duration: TAKE, view: beforeFirstTake(after, answer, now.view) });
      show({ ...now, duration: ROLL, answer: null, die: answer.die, isRolling: true });
      show({ ...now, duration: ANSWER, answer: sentence, isRolling: false, view: applyAnswer(now.view, answer) });
    }
  }
  return [...frames, { ...now, view: after, duration: 0 }];
}
