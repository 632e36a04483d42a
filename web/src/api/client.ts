/** The client of the server's REST API. Requests and responses are typed by the server's schema. */
import type * as T from '../live/messages';
import { contributionTo, newNonce, remember } from './contributions';
import { changeSession, ensureSession, resetSession } from './session';

export type * from '../live/messages';

/** The server refused the request or could not be reached: a machine-readable code and an English sentence. */
export class ApiError extends Error {
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

const NOT_SIGNED_IN = 'not_signed_in';

async function send(method: Method, path: string, body?: unknown): Promise<Response> {
  const isText = typeof body === 'string';
  const init: RequestInit = { method, credentials: 'same-origin', headers: { accept: 'application/json, text/plain' } };
  if (body !== undefined) {
    init.headers = { ...init.headers, 'content-type': isText ? 'text/plain' : 'application/json' };
    init.body = isText ? body : JSON.stringify(body);
  }
  try {
    return await fetch(path, init);
  } catch {
    throw new ApiError('offline', 'the server cannot be reached');
  }
}

/** The server's errors have one form; anything else comes from a proxy. */
async function errorOf(response: Response): Promise<ApiError> {
  const problem = (await response.json().catch(() => null)) as Partial<T.Problem> | null;
  return new ApiError(problem?.code ?? 'broken', problem?.text ?? response.statusText, response.status);
}

/** The current user; a new browser gets a guest session. Requested once a page, unless `reload`. */
export async function loadUser(reload = false): Promise<T.Me> {
  if (reload) resetSession();
  try {
    return await ensureSession();
  } catch {
    throw new ApiError('offline', 'the server cannot be reached');
  }
}

async function request<A>(method: Method, path: string, body?: unknown): Promise<A> {
  const response = await send(method, path, body);
  if (!response.ok) throw await errorOf(response);
  if (response.status === 204) return undefined as A;
  const isJson = response.headers.get('content-type')?.includes('json');
  return (isJson ? response.json() : response.text()) as Promise<A>;
}

/** A request with a session. If the session has ended (signed out elsewhere), retries once as a new guest. */
async function sessionRequest<A>(method: Method, path: string, body?: unknown): Promise<A> {
  await loadUser();
  try {
    return await request<A>(method, path, body);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== NOT_SIGNED_IN) throw error;
    await loadUser(true);
    return request<A>(method, path, body);
  }
}

/** The response is the new current user, with a new cookie. */
async function changeUser(method: Method, path: string, body: unknown): Promise<T.Me> {
  await loadUser();
  return changeSession(() => request<T.Me>(method, path, body));
}

function withQuery(path: string, query: Query = {}): string {
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(parameters.map(([key, value]) => [key, String(value)]));
  return parameters.length ? `${path}?${search}` : path;
}

const encode = encodeURIComponent;
const table = (code: string, path = '') => `/api/tables/${encode(code)}${path}`;
const puzzle = (id: string, path = '') => `/api/puzzles/${encode(id)}${path}`;
/** Records of tables and uploaded records have the same endpoints. */
const record = (id: string, isUpload: boolean) => (isUpload ? `/api/records/${encode(id)}` : table(id));

/** Sits down with a nonce of this browser, drawn once the commitment of the table is known. */
async function join(code: string): Promise<T.TableInfo> {
  const { commitment } = await api.table(code);
  // The same nonce in every tab: a second one may come too late.
  const nonce = contributionTo(code)?.nonce ?? newNonce();
  if (commitment) remember(code, { nonce, commitment });
  return sessionRequest<T.TableInfo>('POST', table(code, '/join'), { nonce } satisfies T.Join);
}

/** The nonce was sent before there was a commitment: while the table waits, another one replaces it. */
async function opened(info: T.TableInfo, nonce: string): Promise<T.TableInfo> {
  if (!info.commitment) return info;
  if (info.phase === 'lobby') return join(info.table);
  remember(info.table, { nonce, commitment: info.commitment });
  return info;
}

async function openTable(settings: T.NewTable): Promise<T.TableInfo> {
  const nonce = newNonce();
  return opened(await sessionRequest<T.TableInfo>('POST', '/api/tables', { ...settings, nonce }), nonce);
}

async function rematch(code: string): Promise<T.TableInfo> {
  const next = (await api.table(code)).rematch;
  if (next) return join(next);
  const nonce = newNonce();
  return opened(await sessionRequest<T.TableInfo>('POST', table(code, '/rematch'), { nonce } satisfies T.Join), nonce);
}

export const api = {
  rename: (name: string) => changeUser('PATCH', '/api/me', { name } satisfies T.NewName),
  createAccount: (data: T.Credentials) => changeUser('POST', '/api/account', data),
  signIn: (data: T.Credentials) => changeUser('POST', '/api/sign-in', data),
  signOut: () => sessionRequest<void>('POST', '/api/sign-out').then(() => loadUser(true)),
  signOutEverywhere: () => sessionRequest<void>('POST', '/api/sign-out-everywhere').then(() => loadUser(true)),
  changePassword: (data: T.NewPassword) => changeUser('POST', '/api/password', data),
  deleteAccount: (data: T.Deletion) => sessionRequest<void>('DELETE', '/api/account', data).then(() => loadUser(true)),

  friends: () => sessionRequest<T.FriendList>('GET', '/api/friends'),
  newFriendLink: () => sessionRequest<T.FriendLink>('POST', '/api/friends/link'),
  revokeFriendLink: () => sessionRequest<void>('DELETE', '/api/friends/link'),
  removeFriend: (id: string) => sessionRequest<void>('DELETE', `/api/friends/${encode(id)}`),
  blockFriend: (id: string) => sessionRequest<void>('POST', `/api/friends/${encode(id)}/block`),
  unblock: (id: string) => sessionRequest<void>('DELETE', `/api/friends/${encode(id)}/block`),
  friendOffer: (token: string) => sessionRequest<T.FriendOffer>('GET', `/api/friend-links/${encode(token)}`),
  acceptFriend: (token: string) => sessionRequest<T.FriendOffer>('POST', `/api/friend-links/${encode(token)}/accept`),
  invite: (code: string, friend: string) => sessionRequest<void>('POST', table(code, '/invitations'), { friend } satisfies T.InvitedFriend),

  notices: () => sessionRequest<T.Notices>('GET', '/api/notices'),
  subscribe: (data: T.NewSubscription) => sessionRequest<T.Notices>('POST', '/api/notices/push', data),
  unsubscribe: (endpoint: string) => sessionRequest<T.Notices>('DELETE', '/api/notices/push', { endpoint } satisfies T.OldSubscription),
  setMail: (data: T.NewMail) => sessionRequest<T.Notices>('POST', '/api/notices/mail', data),
  removeMail: () => sessionRequest<T.Notices>('DELETE', '/api/notices/mail'),
  mailOf: (token: string) => request<T.Mail>('GET', `/api/mail/${encode(token)}`),
  confirmMail: (token: string) => request<void>('POST', `/api/mail/${encode(token)}/confirm`),
  stopMail: (token: string) => request<void>('POST', `/api/mail/${encode(token)}/stop`),

  par: (game: string, deal: number) => sessionRequest<T.Par>('GET', `/api/deals/${encode(game)}/${deal}/par`),
  dealClass: (game: string, deal: number, options: Record<string, string>) =>
    sessionRequest<T.DealClassInfo>('GET', withQuery(`/api/deals/${encode(game)}/${deal}/class`, options)),
  odds: (code: string, truth: boolean) => sessionRequest<T.OddsInfo>('GET', withQuery(table(code, '/odds'), { truth })),
  fewestMoves: (code: string, board: number) => sessionRequest<T.FewestMovesInfo>('GET', withQuery(table(code, '/least-moves'), { board })),
  games: () => request<T.GameInfo[]>('GET', '/api/games'),
  lessonStep: (game: string, number: number) => request<T.LessonStep>('GET', `/api/lessons/${encode(game)}/${number}`),
  lessons: () => request<T.MyLessons>('GET', '/api/lessons').then(({ lessons }) => lessons),
  saveLessonProgress: (game: string, step: number) =>
    sessionRequest<void>('POST', `/api/lessons/${encode(game)}/progress`, { step } satisfies T.LessonProgress),
  lessonMove: (game: string, number: number, move: string) =>
    request<T.LessonAnswer>('POST', `/api/lessons/${encode(game)}/${number}`, { move } satisfies T.LessonMove),
  /** An HTML fragment: an article without scripts or foreign HTML. */
  rules: (game: string, lang: string) => request<string>('GET', withQuery(`/api/rules/${encode(game)}`, { lang })),
  publicTables: () => sessionRequest<T.PublicTables>('GET', '/api/tables').then(({ tables }) => tables),
  table: (code: string) => sessionRequest<T.TableInfo>('GET', table(code)),
  openTable,
  join,
  deleteGame: (code: string) => sessionRequest<void>('DELETE', table(code)),
  leave: (code: string) => sessionRequest<T.TableInfo>('POST', table(code, '/leave')),
  start: (code: string) => sessionRequest<T.TableInfo>('POST', table(code, '/start')),
  addBot: (code: string, bot: string) => sessionRequest<T.TableInfo>('POST', table(code, '/bots'), { bot } satisfies T.SeatBot),
  freeSeat: (code: string, player: number) => sessionRequest<T.TableInfo>('POST', table(code, `/seats/${player}/free`)),
  rematch,
  restart: (code: string) => sessionRequest<T.TableInfo>('POST', table(code, '/restart')),

  history: (query: { game?: string | null; kind?: string | null; cursor?: string | null; limit?: number } = {}) =>
    sessionRequest<T.History>('GET', withQuery('/api/history', query)),
  statistics: () => sessionRequest<T.Statistics>('GET', '/api/statistics'),

  daily: () => sessionRequest<T.Today>('GET', '/api/daily'),
  playDaily: (game: string) => sessionRequest<T.MyTable>('POST', `/api/daily/${encode(game)}`),
  dailyRanking: (day: string, game: string, from = 0) =>
    sessionRequest<T.DailyRanking>('GET', withQuery(`/api/daily/${encode(day)}/${encode(game)}`, { from, limit: 50 })),

  puzzles: () => sessionRequest<T.Puzzles>('GET', '/api/puzzles'),
  nextPuzzle: (query: { game: string; theme?: string | null; after?: string | null }) =>
    sessionRequest<T.PuzzleInfo>('GET', withQuery('/api/puzzles/next', query)),
  puzzle: (id: string) => sessionRequest<T.PuzzleInfo>('GET', puzzle(id)),
  attemptPuzzle: (id: string, moves: string[]) => sessionRequest<T.Attempted>('POST', puzzle(id, '/attempt'), { moves } satisfies T.Moves),
  puzzleHint: (id: string, moves: string[]) => sessionRequest<T.PuzzleHint>('POST', puzzle(id, '/hint'), { moves } satisfies T.Moves),
  puzzleSolution: (id: string) => sessionRequest<T.Solution>('POST', puzzle(id, '/solution')),
  pastPuzzles: () => sessionRequest<T.PastAttempts>('GET', '/api/puzzles/history'),

  /** The own results of a month, such as 2026-11, and the streaks. */
  myDays: (month: string) => sessionRequest<T.MyDays>('GET', withQuery('/api/me/daily', { month })),

  replay: (id: string, isUpload: boolean, query: { board: number; from: number; to: number; open: boolean }) =>
    sessionRequest<T.Replay>('GET', withQuery(`${record(id, isUpload)}/replay`, query)),
  verify: (id: string, isUpload: boolean) => sessionRequest<T.Verification>('GET', `${record(id, isUpload)}/verify`),
  /** Answers within a second or two; ask again until its progress is 1. */
  analysis: (id: string, isUpload: boolean, board: number) => sessionRequest<T.Analysed>('GET', withQuery(`${record(id, isUpload)}/analysis`, { board })),
  verifyUrl: (id: string, isUpload: boolean) => `${record(id, isUpload)}/verify`,
  recordUrl: (id: string, isUpload: boolean) => (isUpload ? record(id, true) : table(id, '/record')),
  uploadRecord: (text: string) => sessionRequest<T.Uploaded>('POST', '/api/records', text),
  uploads: (cursor: string | null = null) => sessionRequest<T.Uploads>('GET', withQuery('/api/records', { cursor })),
  deleteUpload: (id: string) => sessionRequest<void>('DELETE', record(id, true)),
};
