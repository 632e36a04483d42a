/** What the service worker does with push messages, run as it is in a scope that stands in for the browser's. */
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test, vi } from 'vitest';

type Listener = (event: Record<string, unknown>) => void;
type Window = { url: string; visibilityState: string; focus: () => Promise<void>; navigate: (path: string) => Promise<void> };

const source = readFileSync(`${import.meta.dirname}/service-worker.js`, 'utf8').replace('[/* SHELL */]', '[]');
const listeners = new Map<string, Listener>();
const registration = { showNotification: vi.fn(async () => undefined) };
let windows: Window[] = [];
const clients = { matchAll: async () => windows, openWindow: vi.fn(async () => undefined) };

beforeEach(() => {
  vi.clearAllMocks();
  windows = [];
  const run = new Function('addEventListener', 'registration', 'clients', 'location', source);
  run((type: string, listener: Listener) => listeners.set(type, listener), registration, clients, { origin: 'https://tavolino.test' });
});

/** Dispatches an event, and waits as long as the worker asks for. */
async function dispatch(type: string, event: Record<string, unknown>): Promise<void> {
  let lasts: Promise<unknown> = Promise.reject(new Error('the worker did not ask to be kept alive'));
  lasts.catch(() => undefined);
  listeners.get(type)!({ ...event, waitUntil: (work: Promise<unknown>) => (lasts = work) });
  await lasts;
}

const windowAt = (path: string, visibilityState = 'visible'): Window => ({
  url: `https://tavolino.test${path}`,
  visibilityState,
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async () => undefined),
});
const click = () => {
  const close = vi.fn();
  return dispatch('notificationclick', { notification: { close, data: { url: '/t/abc' } } }).then(() => expect(close).toHaveBeenCalled());
};

test('a message is shown, and a later one about the same table replaces it', async () => {
  const message = { title: 'Tocca a te', body: 'AFTAEBR', url: '/t/abc', tag: 'turn abc' };
  await dispatch('push', { data: { json: () => message } });
  expect(registration.showNotification).toHaveBeenCalledWith(
    'Tocca a te',
    expect.objectContaining({ body: 'AFTAEBR', tag: 'turn abc', data: { url: '/t/abc' } }),
  );
});

test('a click opens the table in a new window if there is none', async () => {
  await click();
  expect(clients.openWindow).toHaveBeenCalledWith('/t/abc');
});

test('a click goes to the window that has the table', async () => {
  windows = [windowAt('/'), windowAt('/t/abc', 'hidden')];
  await click();
  expect(windows[1]!.focus).toHaveBeenCalled();
  expect(windows.flatMap(({ navigate }) => vi.mocked(navigate).mock.calls)).toEqual([]);
  expect(clients.openWindow).not.toHaveBeenCalled();
});

test('a click uses a visible window of the app for the table', async () => {
  windows = [windowAt('/daily', 'hidden'), windowAt('/')];
  await click();
  expect(windows[1]!.navigate).toHaveBeenCalledWith('/t/abc');
  expect(windows[0]!.navigate).not.toHaveBeenCalled();
});

test('a click opens a new window if no other may be used', async () => {
  windows = [{ ...windowAt('/'), navigate: () => Promise.reject(new TypeError('not controlled')) }];
  await click();
  expect(clients.openWindow).toHaveBeenCalledWith('/t/abc');
});
