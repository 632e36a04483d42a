/** Following a link or a code to a table that waits means to sit down, once: a visitor who then gets up only looks on. */
import type { TableInfo } from '../../../live/messages';

const KEY = 'tavolino.seated';

/** Is this the moment to sit down without being asked? At most once for each table, as long as the tab is open. */
export function sitsDownAtOnce(info: TableInfo): boolean {
  const tables = sessionStorage.getItem(KEY)?.split(' ') ?? [];
  if (info.phase !== 'lobby' || tables.includes(info.table)) return false;
  sessionStorage.setItem(KEY, [...tables, info.table].join(' '));
  return !info.yours.length && canSit(info);
}

/** In a rematch seats are kept for the players of the game before. */
export function canSit({ seats, players, reserved = [] }: TableInfo): boolean {
  return seats.length + reserved.length < players || reserved.some(({ is_you }) => is_you);
}
