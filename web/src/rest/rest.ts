/** The REST side of the server; what is sent and what comes is typed by its OpenAPI. */
import type * as T from '../live/messages';
import { forget, meet } from '../live/person';

export type * from '../live/messages';

/** The server said no, or was not there: a code that a program tells apart, and one English sentence. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly status = 0,
  ) {
    super(text);
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Query = Record<string, string | number | boolean | null | undefined>;

const NOBODY = 'not_signed_in';

async function fetched(method: Method, path: string, body?: unknown): Promise<Response> {
  const isText = typeof body === 'string';
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json, text/plain' } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': isText ? 'text/plain' : 'application/json' };
    init.body = isText ? body : JSON.stringify(body);
  }
  try {
    return await fetch(path, init);
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
}

/** Every refusal has one form; whatever else comes, a proxy said it. */
async function refusal(answer: Response): Promise<Refused> {
  const said = (await answer.json().catch(() => null)) as Partial<T.Problem> | null;
  return new Refused(said?.code ?? 'broken', said?.text ?? answer.statusText, answer.status);
}

/** Who we are: a guest is made of a browser that nobody knows. Asked once, unless `again`. */
export async function beSomebody(again = false): Promise<T.Me> {
  if (again) forget();
  try {
    return await meet();
  } catch {
    throw new Refused('offline', 'the server cannot be reached');
  }
}

async function plain<A>(method: Method, path: string, body?: unknown): Promise<A> {
  const answer = await fetched(method, path, body);
  if (!answer.ok) throw await refusal(answer);
  if (answer.status === 204) return undefined as A;
  const isJson = answer.headers.get('content-type')?.includes('json');
  return (isJson ? answer.json() : answer.text()) as Promise<A>;
}

/** As somebody; whoever was forgotten (signed out elsewhere) becomes a new guest, once. */
async function ask<A>(method: Method, path: string, body?: unknown): Promise<A> {
  await beSomebody();
  try {
    return await plain<A>(method, path, body);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== NOBODY) throw error;
    await beSomebody(true);
    return plain<A>(method, path, body);
  }
}

/** Whoever asks from now on is this one. */
async function become(answer: Promise<T.Me>): Promise<T.Me> {
  const me = await answer;
  forget();
  return me;
}

function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return given.length ? `${path}?${search}` : path;
}

const part = encodeURIComponent;
const table = (code: string, act = '') => `/api/tables/${part(code)}${act}`;
/** The records of tables and those that were uploaded answer the same questions. */
const record = (id: string, isUpload: boolean) => (isUpload ? `/api/records/${part(id)}` : table(id));

export const rest = {
  rename: (name: string) => become(ask<T.Me>('PATCH', '/api/me', { name } satisfies T.NewName)),
  makeAccount: (data: T.Credentials) => become(ask<T.Me>('POST', '/api/account', data)),
  signIn: (data: T.Credentials) => become(ask<T.Me>('POST', '/api/sign-in', data)),
  signOut: () => ask<void>('POST', '/api/sign-out').then(() => beSomebody(true)),
  signOutEverywhere: () => ask<void>('POST', '/api/sign-out-everywhere').then(() => beSomebody(true)),
  changePassword: (data: T.NewPassword) => become(ask<T.Me>('POST', '/api/password', data)),

  par: (game: string, deal: number) => ask<T.Par>('GET', `/api/deals/${part(game)}/${deal}/par`),
  games: () => plain<T.GameInfo[]>('GET', '/api/games'),
  tables: () => ask<T.PublicTables>('GET', '/api/tables').then((listed) => listed.tables),
  table: (code: string) => ask<T.TableInfo>('GET', table(code)),
  open: (wish: T.NewTable) => ask<T.TableInfo>('POST', '/api/tables', wish),
  join: (code: string) => ask<T.TableInfo>('POST', table(code, '/join'), {} satisfies T.Join),
  leave: (code: string) => ask<T.TableInfo>('POST', table(code, '/leave')),
  start: (code: string) => ask<T.TableInfo>('POST', table(code, '/start')),
  seatBot: (code: string, bot: string) => ask<T.TableInfo>('POST', table(code, '/bots'), { bot } satisfies T.SeatBot),
  free: (code: string, player: number) => ask<T.TableInfo>('POST', table(code, `/seats/${player}/free`)),
  rematch: (code: string) => ask<T.TableInfo>('POST', table(code, '/rematch')),
  restart: (code: string) => ask<T.TableInfo>('POST', table(code, '/restart')),

  history: (query: { game?: string | null; kind?: string | null; cursor?: string | null; limit?: number } = {}) =>
    ask<T.History>('GET', address('/api/history', query)),
  statistics: () => ask<T.Statistics>('GET', '/api/statistics'),

  today: () => ask<T.Today>('GET', '/api/daily'),
  playDaily: (game: string) => ask<T.MyTable>('POST', `/api/daily/${part(game)}`),
  ranking: (day: string, game: string, from = 0) =>
    ask<T.DailyRanking>('GET', address(`/api/daily/${part(day)}/${part(game)}`, { from, limit: 50 })),

  replay: (id: string, isUpload: boolean, query: { board: number; from: number; to: number; open: boolean }) =>
    ask<T.Replay>('GET', address(`${record(id, isUpload)}/replay`, query)),
  verify: (id: string, isUpload: boolean) => ask<T.Verification>('GET', `${record(id, isUpload)}/verify`),
  recordLink: (id: string, isUpload: boolean) => (isUpload ? record(id, true) : table(id, '/record')),
  upload: (text: string) => ask<T.Uploaded>('POST', '/api/records', text),
  uploads: (cursor: string | null = null) => ask<T.Uploads>('GET', address('/api/records', { cursor })),
  forget: (id: string) => ask<void>('DELETE', record(id, true)),
};
