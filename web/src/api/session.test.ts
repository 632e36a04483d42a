import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from './client';
import { ensureSession, resetSession } from './session';

const guest = { id: 'g', name: 'Guest', is_guest: true };
const anna = { id: 'g', name: 'Anna', is_guest: false };
const answer = (body: unknown) => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** What was requested, and how the request that changes the user is answered. */
let requested: string[];
let answerChange: (response: Response) => void;

beforeEach(() => {
  requested = [];
  let current = guest;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    requested.push(`${init.method} ${path}`);
    if (path === '/api/me') return Promise.resolve(answer(current));
    return new Promise<Response>((resolve) => {
      answerChange = (response) => {
        if (response.ok) current = anna;
        resolve(response);
      };
    });
  });
});
afterEach(() => {
  resetSession();
  vi.unstubAllGlobals();
});

test('nobody asks for a session while the user changes', async () => {
  const account = api.createAccount({ name: 'Anna', password: 'una frase lunga' });
  await expect.poll(() => requested).toEqual(['POST /api/me', 'POST /api/account']);
  resetSession(); // the server has closed the socket of the guest
  const session = ensureSession();
  await new Promise((resolve) => setTimeout(resolve));
  expect(requested).toHaveLength(2);
  answerChange(answer(anna));
  expect(await account).toEqual(anna);
  expect(await session).toEqual(anna);
  expect(requested.slice(2)).toEqual(['POST /api/me']);
});

test('after a refusal the session is as before', async () => {
  const account = api.signIn({ name: 'Anna', password: 'sbagliata' });
  await expect.poll(() => requested).toHaveLength(2);
  answerChange(new Response('{"code":"wrong_password","text":""}', { status: 403 }));
  await expect(account).rejects.toMatchObject({ code: 'wrong_password' });
  expect(await ensureSession()).toEqual(guest);
});
