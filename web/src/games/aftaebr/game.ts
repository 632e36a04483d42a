/** AFTAEBR. */
import { m } from '../../paraglide/messages.js';
import { GAP, type SoundStep } from '../../sounds/soundSteps';
import { animatedBoardProps } from '../board/boardProps';
import { parseMove } from '../board/moveNotation';
import type { GameModule } from '../gameModule';
import type { AftaebrView } from '../views';
import { winnersResult } from '../winners';
import { predictMove } from './predictMove';

const SOUNDS: Record<string, SoundStep> = {
  'af.drawn': ['die', 620],
  'af.chosen': ['piece', GAP],
  'af.placed': ['piece', 2 * GAP],
  'af.capture': ['capture', 4 * GAP],
};

export default {
  name: 'aftaebr',
  loadBoard: () => import('./Board.svelte'),
  howToPlay: {
    aim: m.how_aftaebr_aim,
    rules: [m.how_aftaebr_1, m.how_aftaebr_2, m.how_aftaebr_3],
    loadPicture: () => import('./HowToPlayPicture.svelte'),
  },
  result: (view, info) => (view.winners.length ? winnersResult(view.winners, info) : null),
  // There are no points: the pieces in hand decide (rules, §5.1).
  hasPoints: () => false,
  seatNames: ({ colours }) => colours.map((colour) => `af.colour.${colour}`),
  tips: {
    'af.capture': m.tip_af_capture,
    'af.pass': m.tip_af_pass,
    'af.out': m.tip_af_out,
    'illegal': m.tip_af_illegal,
  },
  predictMove,
  moveText(move) {
    const { piece, to } = parseMove(move) ?? {};
    return piece && to ? m.table_hint_place({ number: piece, cell: to }) : move;
  },
  sounds: ({ key }) => (SOUNDS[key] ? [SOUNDS[key]] : []),
  tableProps: (context) => ({ ...animatedBoardProps(context), names: context.names, subjects: context.subjects, mine: context.mine }),
  replayProps: ({ names }) => ({ names }),
} satisfies GameModule<AftaebrView>;
