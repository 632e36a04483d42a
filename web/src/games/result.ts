/** How a game ended, from the point of view of the user. */
import type { GameView, PlainView } from './views';
import type { TableInfo } from '../live/messages';
import { m } from '../paraglide/messages.js';
import { playerName } from '../i18n/names';

export type Result = { title: string; points: string; isWon: boolean };

const PATIENCE_TITLES = {
  solved: m.table_solved,
  won: m.table_won,
  lost: m.table_lost_game,
  stall: m.table_stalled,
  'given up': m.table_gave_up,
  'time up': m.table_time_up,
};
const AZUL_TITLES = { human: m.table_won, automa: m.table_lost_game, draw: m.table_drawn };

/** null while the game goes on. */
export function result(view: GameView, info: TableInfo): Result | null {
  switch (view.game) {
    case 'solitario40':
      return view.ended && patienceResult(view.ended, m.table_result_points({ points: view.points }));
    case 'nove_colonne':
      return view.ended && patienceResult(view.ended, m.table_result_bases({ points: view.score }));
    case 'azul_solo': {
      const [human = 0, automa = 0] = view.scores;
      const points = m.table_result_azul({ human, automa });
      if (view.winner) return { title: AZUL_TITLES[view.winner](), points, isWon: view.winner === 'human' };
      return view.stopped ? { title: m.table_time_up(), points, isWon: false } : null;
    }
    case 'aftaebr':
      return view.winners.length ? winnersResult(view.winners, info) : null;
    case 'plain':
      return view.is_over ? plainResult(view, info) : null;
  }
}

const patienceResult = (how: keyof typeof PATIENCE_TITLES, points: string): Result => ({
  title: PATIENCE_TITLES[how](),
  points,
  isWon: how === 'solved' || how === 'won',
});

function winnersResult(winners: number[], info: TableInfo): Result {
  const names = winners.map((seat) => info.seats[seat]).filter((seat) => seat !== undefined).map(playerName);
  const isWon = winners.some((seat) => info.yours.includes(seat));
  if (isWon && info.yours.length === 1 && winners.length === 1) return { title: m.table_won(), points: '', isWon };
  const title = names.length === 1 ? m.table_wins({ name: names[0]! }) : m.table_share_win({ names: names.join(', ') });
  return { title, points: '', isWon };
}

/** Scores that only repeat who has won (1, or else 0) are not points. */
export const hasPoints = (scores: readonly number[], winners: readonly number[]): boolean =>
  scores.some((score, seat) => score !== Number(winners.includes(seat)));

function plainResult({ scores, winners }: PlainView, info: TableInfo): Result {
  const isAlone = scores.length === 1;
  const points = !hasPoints(scores, winners) ? '' : isAlone ? m.table_result_points({ points: scores[0]! }) : scores.join(' – ');
  if (isAlone) return { title: winners.length ? m.table_won() : m.table_game_over(), points, isWon: winners.length > 0 };
  if (!winners.length) return { title: m.table_drawn(), points, isWon: false };
  return { ...winnersResult(winners, info), points };
}
