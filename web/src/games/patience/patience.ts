/** What the modules of the two patiences share. */
import { cardName, suitOf, SUITS } from '../../cards/cardNames';
import type { Sentence, TableInfo } from '../../live/messages';
import { m } from '../../paraglide/messages.js';
import { facesOf } from '../../settings/faces';
import { GAP, type SoundStep } from '../../sounds/soundSteps';
import { parseMove } from '../board/moveNotation';
import type { Result } from '../gameModule';
import type { NoveColonneView, Solitario40View } from '../views';

type PatienceView = Solitario40View | NoveColonneView;

const TITLES = {
  solved: m.table_solved,
  won: m.table_won,
  lost: m.table_lost_game,
  stall: m.table_stalled,
  'given up': m.table_gave_up,
  'time up': m.table_time_up,
};

/** A game that counts is not lost by ending it early or without a move: the points stand (RULES 8.14). */
const COUNTED_TITLES = { ...TITLES, lost: m.table_no_moves, 'given up': m.table_ended_early };

export const patienceResult = (how: keyof typeof TITLES, points: string, { kind }: TableInfo): Result => ({
  title: (kind === 'practice' ? TITLES : COUNTED_TITLES)[how](),
  points,
  isWon: how === 'solved' || how === 'won',
});

/** A card moves with everything on top of it; a card that is in no column and not in `others` comes from its base. */
export function moveCards(view: PatienceView, piece: string, to: string, others: readonly (string | null)[]): Pick<PatienceView, 'columns' | 'bases'> {
  const from = view.columns.findIndex((cards) => cards.includes(piece));
  const at = view.columns[from]?.indexOf(piece) ?? 0;
  const run = view.columns[from]?.slice(at) ?? [piece];
  const columns = view.columns.map((cards, i) => {
    const left = i === from ? cards.slice(0, at) : cards;
    return String(i + 1) === to ? [...left, ...run] : left;
  });
  const change = to === 'b' ? 1 : from < 0 && !others.includes(piece) ? -1 : 0;
  const bases = view.bases.map((height, i) => (SUITS[i] === suitOf(piece) ? height + change : height));
  return { columns, bases };
}

export const moveText = (game: string) => (move: string): string => {
  const { piece, to } = parseMove(move) ?? {};
  if (!piece || !to) return move === 'turn' ? m.table_hint_turn() : move === 'redeal' ? m.table_hint_redeal() : move;
  const card = cardName(piece, facesOf(game));
  return to === 'b' ? m.table_hint_base({ card }) : m.table_hint_column({ card, column: to });
};

const TURNED: SoundStep = ['turned', GAP];
const SOUNDS: Record<string, SoundStep> = {
  'told.deal': TURNED,
  'told.deal_rejected': TURNED,
  'told.turned': TURNED,
  'told.redealt': TURNED,
  'told.to_column': ['placed', GAP],
  'told.to_base': ['base', GAP],
};

/** An uncovered card is turned over. */
export function sounds({ key, values = {} }: Sentence): SoundStep[] {
  const step = SOUNDS[key];
  return [...(step ? [step] : []), ...(values['uncovered'] ? [TURNED] : [])];
}
