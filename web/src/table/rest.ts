/** The few questions of a table that do not go over the socket. */
import { meet } from '../live/person';
import type { GameInfo, NewTable, Problem, Replay, ReplayStep, TableInfo } from '../live/messages';

export class Refusal extends Error {
  code: string;

  constructor({ code, text }: Problem) {
    super(text);
    this.code = code;
  }
}

async function ask<T>(path: string, body?: object): Promise<T> {
  await meet();
  const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(path, body === undefined ? {} : posted);
  const said: unknown = await answer.json().catch(() => ({ code: 'unavailable', text: answer.statusText }));
  if (!answer.ok) throw new Refusal(said as Problem);
  return said as T;
}

/** Without a body: nothing is sent that the server would have to refuse. */
async function tell(path: string): Promise<TableInfo> {
  await meet();
  const answer = await fetch(path, { method: 'POST' });
  const said: unknown = await answer.json().catch(() => ({ code: 'unavailable', text: answer.statusText }));
  if (!answer.ok) throw new Refusal(said as Problem);
  return said as TableInfo;
}

const at = (table: string) => `/api/tables/${encodeURIComponent(table)}`;

export const openTable = (wish: NewTable) => ask<TableInfo>('/api/tables', wish);
export const restart = (table: string) => tell(`${at(table)}/restart`);
export const rematch = (table: string) => tell(`${at(table)}/rematch`);
export const games = () => ask<GameInfo[]>('/api/games');

const PAGE = 200;

/** Everything that happened on a board, up to this many entries. */
export async function stepsUntil(table: string, board: number, count: number): Promise<ReplayStep[]> {
  const steps: ReplayStep[] = [];
  for (let from = 0; from <= count; from += PAGE) {
    const page = await ask<Replay>(`${at(table)}/replay?board=${board}&from=${from}&to=${from + PAGE}`);
    steps.push(...page.steps);
  }
  return steps;
}
