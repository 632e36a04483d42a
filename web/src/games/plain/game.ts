/** Any game that the client does not know. */
import { m } from '../../paraglide/messages.js';
import type { TableInfo } from '../../live/messages';
import type { GameModule, Result } from '../gameModule';
import type { PlainView } from '../views';
import { winnersResult } from '../winners';
import { hasPoints } from './points';

function result({ scores, winners, is_over }: PlainView, info: TableInfo): Result | null {
  if (!is_over) return null;
  const isAlone = scores.length === 1;
  const points = !hasPoints(scores, winners) ? '' : isAlone ? m.table_result_points({ points: scores[0]! }) : scores.join(' – ');
  if (isAlone) return { title: winners.length ? m.table_won() : m.table_game_over(), points, isWon: winners.length > 0 };
  if (!winners.length) return { title: m.table_drawn(), points, isWon: false };
  return { ...winnersResult(winners, info), points };
}

export default {
  name: 'plain',
  loadBoard: () => import('./Board.svelte'),
  result,
  points: ({ scores, winners }) =>
    scores.length === 1 && hasPoints(scores, winners) ? { label: m.table_points(), value: scores[0]! } : null,
  hasPoints,
  predictMove: (view) => view,
  moveText: (move) => move,
  sounds: () => [],
  tableProps: ({ names, canPlay }) => ({ names, canPlay }),
  replayProps: ({ names }) => ({ names }),
} satisfies GameModule<PlainView>;
