/** The Solitario with 40 cards. */
import { m } from '../../paraglide/messages.js';
import { parseMove } from '../board/moveNotation';
import type { GameModule } from '../gameModule';
import { safeMove } from '../patience/automaticMoves';
import { moveCards, moveText, patienceResult, sounds } from '../patience/patience';
import type { Solitario40View } from '../views';

export default {
  name: 'solitario40',
  loadBoard: () => import('./Board.svelte'),
  howToPlay: {
    aim: m.how_solitario40_aim,
    rules: [m.how_solitario40_1, m.how_solitario40_2, m.how_solitario40_3],
    loadPicture: () => import('./HowToPlayPicture.svelte'),
  },
  hasOneTap: true,
  result: (view, info) => view.ended && patienceResult(view.ended, m.table_result_points({ points: view.points }), info),
  points: (view) => ({ label: m.table_points(), value: view.points }),
  hasPoints: () => true,
  tips: {
    'told.uncovered': m.tip_s40_uncovered,
    'told.to_base': m.tip_s40_base,
    'told.turned': m.tip_s40_turned,
    'told.redealt': m.tip_s40_redealt,
    'illegal': m.tip_s40_illegal,
  },
  predictMove(view, move) {
    const { piece, to } = parseMove(move) ?? {};
    if (!piece || !to) return view;
    const mazzetto = view.mazzetto.filter((name) => name !== piece);
    return { ...view, ...moveCards(view, piece, to, view.mazzetto), mazzetto };
  },
  moveText: moveText('solitario40'),
  safeMove,
  sounds,
} satisfies GameModule<Solitario40View>;
