import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './client';
import { checkContribution, commitmentOf, contributionTo, newNonce, remember } from './contributions';
import { resetSession } from './session';

const COMMITMENT = 'c'.repeat(64);
const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** What was sent: path and nonce. */
let sent: [string, string | undefined][];
let phase: string;
let next: string | null;

beforeEach(() => {
  [sent, phase, next] = [[], 'lobby', null];
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null, setItem: (key: string, value: string) => stored.set(key, value) });
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const body = init.body ? (JSON.parse(String(init.body)) as { nonce?: string }) : {};
    if (init.method === 'POST' && path !== '/api/me') sent.push([path, body.nonce]);
    return Promise.resolve(answer({ id: 'g', table: 't1', commitment: COMMITMENT, phase, rematch: next }));
  });
});
afterEach(() => {
  resetSession();
  vi.unstubAllGlobals();
});

test('a nonce is 32 hexadecimal digits, another one each time', () => {
  expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
  expect(newNonce()).not.toBe(newNonce());
});

test('who sits down sends a nonce, the same again from another tab', async () => {
  await api.join('t1');
  await api.join('t1');
  expect(sent).toEqual(Array(2).fill(['/api/tables/t1/join', contributionTo('t1')!.nonce]));
  expect(contributionTo('t1')!.commitment).toBe(COMMITMENT);
});

test('the host draws a nonce once the commitment is known', async () => {
  await api.openTable({ game: 'solitario40', kind: 'contest' });
  expect(sent.map(([path]) => path)).toEqual(['/api/tables', '/api/tables/t1/join']);
  expect(sent[1]![1]).toBe(contributionTo('t1')!.nonce);
  expect(sent[0]![1]).not.toBe(sent[1]![1]);
});

test('a table that begins at once keeps the first nonce', async () => {
  phase = 'countdown';
  await api.openTable({ game: 'aftaebr', kind: 'table' });
  expect(sent).toEqual([['/api/tables', contributionTo('t1')!.nonce]]);
});

test('a rematch that is open is joined', async () => {
  next = 't2';
  await api.rematch('t1');
  expect(sent).toEqual([['/api/tables/t2/join', contributionTo('t2')!.nonce]]);
});

test('after the game the nonce must be in the seed, under the same commitment', () => {
  const ours = { nonce: 'aa', commitment: COMMITMENT };
  expect(checkContribution(ours, { commitment: COMMITMENT, nonces: ['bb', 'aa'] })).toBe('used');
  expect(checkContribution(ours, { commitment: COMMITMENT, nonces: ['bb', 'cc'] })).toBe('missing');
  expect(checkContribution(ours, { commitment: 'd'.repeat(64), nonces: ['aa'] })).toBe('other_commitment');
});

test('the commitment is the SHA-256 of the bytes of the secret', async () => {
  expect(await commitmentOf('616263')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('the oldest nonces are forgotten', () => {
  for (let n = 0; n <= 100; n++) remember(`t${n}`, { nonce: String(n), commitment: COMMITMENT });
  expect([contributionTo('t0'), contributionTo('t100')?.nonce]).toEqual([undefined, '100']);
});
