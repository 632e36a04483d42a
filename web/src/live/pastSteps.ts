/** Loads what happened at a table before this page was opened. */
import { api, type ReplayStep } from '../api/client';

/** The most steps in one response of the server. */
const PAGE_SIZE = 200;

/** The steps of a board, up to this number of entries. */
export async function loadSteps(table: string, board: number, count: number): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for (let from = 0; from <= count; from += PAGE_SIZE) {
    const page = await api.replay(table, false, { board, from, to: from + PAGE_SIZE, open: false });
    steps.push(...page.steps);
  }
  return steps;
}
