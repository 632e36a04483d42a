/** What the end of a game tells: time, moves, the record and the streak. */
import { api, type GameStatistics, type PastPlayer } from '../../../api/client';
import { gameModule } from '../../../games/registry';
import { formatDuration, formatNumber } from '../../../i18n/format';
import type { TableInfo } from '../../../live/messages';
import { m } from '../../../paraglide/messages.js';

export type Fact = { name: string; value: string };

/** How many of the newest games are searched for this one. */
const NEWEST = 20;

/** `mine` is the user's result of this game. */
export function resultFacts(mine: PastPlayer | undefined, statistics: GameStatistics | undefined): Fact[] {
  const fact = (name: string, value: number | null | undefined, format = formatNumber) =>
    value === null || value === undefined ? [] : [{ name, value: format(value) }];
  /** A record or a streak of nothing is none. */
  const hasRecord = statistics?.best_points && gameModule(statistics.game).hasPoints(statistics.last_points);
  const hasStreak = mine?.is_won && statistics?.current_streak;
  return [
    ...fact(m.me_time(), mine?.seconds, formatDuration),
    ...fact(m.me_moves(), mine?.moves),
    ...(hasRecord ? fact(m.result_best(), statistics.best_points) : []),
    ...(hasStreak ? fact(m.result_streak(), statistics.current_streak) : []),
  ];
}

/** Nothing for onlookers, and for a table where one user has several seats: it counts for nobody. */
export async function loadResultFacts({ table, game, kind, yours }: TableInfo): Promise<Fact[]> {
  if (yours.length !== 1) return [];
  const [{ games }, statistics] = await Promise.all([api.history({ game, kind, limit: NEWEST }), api.statistics()]);
  const mine = games.find((past) => past.table === table)?.sitters.find(({ is_you }) => is_you);
  return mine ? resultFacts(mine, statistics.games.find((other) => other.game === game)) : [];
}
