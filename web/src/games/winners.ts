/** The result of a game that several players play on one board. */
import { nameInSentence } from '../i18n/names';
import type { TableInfo } from '../live/messages';
import { m } from '../paraglide/messages.js';
import type { Result } from './gameModule';

export function winnersResult(winners: readonly number[], info: TableInfo): Result {
  const names = winners.map((seat) => info.seats[seat]).filter((seat) => seat !== undefined).map(nameInSentence);
  const isWon = winners.some((seat) => info.yours.includes(seat));
  if (isWon && info.yours.length === 1 && winners.length === 1) return { title: m.table_won(), points: '', isWon };
  const isLost = !isWon && info.yours.length === 1;
  const title = names.length === 1 ? (isLost ? m.table_lost_to : m.table_wins)({ name: names[0]! }) : m.table_share_win({ names: names.join(', ') });
  return { title, points: '', isWon };
}
