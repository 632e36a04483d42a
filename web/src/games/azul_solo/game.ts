/** Azul in solitario. */
import type { Sentence } from '../../live/messages';
import { m } from '../../paraglide/messages.js';
import { GAP, type SoundStep } from '../../sounds/soundSteps';
import { animatedBoardProps } from '../board/boardProps';
import { parseMove } from '../board/moveNotation';
import type { GameModule, Result } from '../gameModule';
import type { AzulView } from '../views';
import { ANSWER, PLACE, ROLL, TAKE } from './durations';
import { predictMove } from './predictMove';
import { parsePiece, tileName } from './tiles/tiles';

const TITLES = { human: m.table_won, automa: m.table_lost_game, draw: m.table_drawn };

function result(view: AzulView): Result | null {
  const [human = 0, automa = 0] = view.scores;
  const points = m.table_result_azul({ human, automa });
  if (view.winner) return { title: TITLES[view.winner](), points, isWon: view.winner === 'human' };
  return view.stopped ? { title: m.table_time_up(), points, isWon: false } : null;
}

function moveText(move: string): string {
  const { piece, to } = parseMove(move) ?? {};
  if (!piece || !to) return move;
  const { tray, colour } = parsePiece(piece);
  const taken = { colour: tileName(colour), where: tray ? m.tray({ number: tray }) : m.centre() };
  return to === 'f' ? m.table_hint_floor(taken) : m.table_hint_line({ ...taken, line: to });
}

const SOUNDS: Record<string, SoundStep[]> = {
  'az.filled': [['tile', GAP]],
  'az.you': [['tile', TAKE]],
  'az.answer': [['die', ROLL], ['tile', ANSWER]],
};

/** Each tile placed on the wall has a sound of its own. */
function sounds({ key, values = {} }: Sentence): SoundStep[] {
  const placed = values['laid'];
  if (key === 'az.round') return Array.isArray(placed) ? placed.map(() => ['base', PLACE]) : [];
  return SOUNDS[key] ?? [];
}

export default {
  name: 'azul_solo',
  loadBoard: () => import('./Board.svelte'),
  howToPlay: {
    aim: m.how_azul_solo_aim,
    rules: [m.how_azul_solo_1, m.how_azul_solo_2, m.how_azul_solo_3],
    loadPicture: () => import('./HowToPlayPicture.svelte'),
  },
  result,
  hasPoints: () => true,
  opponentName: m.automa,
  tips: {
    'az.priority.1': m.tip_az_1,
    'az.priority.2': m.tip_az_2,
    'az.priority.3': m.tip_az_3,
    'az.priority.4': m.tip_az_4,
    'az.round': m.tip_az_round,
    'az.marker': m.tip_az_marker,
    'illegal': m.tip_az_illegal,
  },
  predictMove,
  moveText,
  sounds,
  tableProps: (context) => ({ ...animatedBoardProps(context), previews: context.previews }),
  replayProps: ({ narration }) => ({ narration }),
  boardSentences: ['az.answer'],
  narratesReplay: true,
} satisfies GameModule<AzulView>;
