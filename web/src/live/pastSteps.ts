/** What happened at a table before this page was there. */
import { rest, type ReplayStep } from '../api/client';

/** The server gives so many steps at once. */
const PAGE = 200;

/** Everything that happened on a board, up to this many entries. */
export async function stepsUntil(table: string, board: number, count: number): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for (let from = 0; from <= count; from += PAGE) {
    const page = await rest.replay(table, false, { board, from, to: from + PAGE, open: false });
    steps.push(...page.steps);
  }
  return steps;
}
