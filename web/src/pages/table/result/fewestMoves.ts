/** The fewest moves of a deal that was won, as a sentence. */
import type { FewestMovesInfo } from '../../../api/client';
import { m } from '../../../paraglide/messages.js';

export function fewestMovesText({ won_in: moves, least, lower }: FewestMovesInfo): string {
  if (moves == null || least == null || lower == null) return '';
  if (least > lower) return m.least_bounds({ moves, least, lower });
  return moves === least ? m.least_reached({ moves }) : m.least_proved({ moves, least });
}

/** A won patience of a game with a solver; a daily deal only when its day is over, since others play it today. */
export const hasFewestMoves = (isWon: boolean, hasSolver: boolean, day: string | null, now = new Date()) =>
  isWon && hasSolver && (!day || day < now.toISOString().slice(0, 10));
