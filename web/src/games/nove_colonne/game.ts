/** Nove colonne. */
import { m } from '../../paraglide/messages.js';
import { parseMove } from '../board/moveNotation';
import type { GameModule } from '../gameModule';
import { safeMove } from '../patience/automaticMoves';
import { moveCards, moveText, patienceResult, sounds } from '../patience/patience';
import type { NoveColonneView } from '../views';

export default {
  name: 'nove_colonne',
  loadBoard: () => import('./Board.svelte'),
  howToPlay: {
    aim: m.how_nove_colonne_aim,
    rules: [m.how_nove_colonne_1, m.how_nove_colonne_2, m.how_nove_colonne_3],
    loadPicture: () => import('./HowToPlayPicture.svelte'),
  },
  hasOneTap: true,
  result: (view, info) => view.ended && patienceResult(view.ended, m.table_result_bases({ points: view.score }), info),
  points: (view) => ({ label: m.table_on_bases(), value: view.score }),
  hasPoints: () => true,
  score: { label: m.table_on_bases, text: (cards) => m.score_on_bases({ cards }) },
  tips: {
    'told.uncovered': m.tip_n9_uncovered,
    'told.to_base': m.tip_n9_base,
    'illegal': m.tip_n9_illegal,
  },
  predictMove(view, move) {
    const { piece, to } = parseMove(move) ?? {};
    if (!piece || !to) return view;
    const reserve = view.reserve.map((name) => (name === piece ? null : name));
    return { ...view, ...moveCards(view, piece, to, view.reserve), reserve };
  },
  moveText: moveText('nove_colonne'),
  safeMove,
  sounds,
} satisfies GameModule<NoveColonneView>;
