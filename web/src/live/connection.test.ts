import { beforeEach, expect, test, vi } from 'vitest';
import { LiveConnection, socketAddress, type Environment } from './connection.svelte';
import type { Incoming, Outgoing } from './messages';

class FakeSocket {
  readyState: number = WebSocket.OPEN;
  sent: Incoming[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send = (text: string) => void this.sent.push(JSON.parse(text) as Incoming);
  close = () => void (this.readyState = WebSocket.CLOSED);
  receive = (message: object) => this.onmessage!({ data: JSON.stringify(message) });
  drop(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose!({ code });
  }
  welcome = () => this.receive({ type: 'welcome', person: 'p', name: 'Anna', is_guest: true, now: 5_000, protocol: 1 });
}

let sockets: FakeSocket[];
/** In the addresses of the sockets. */
let tables: (string | undefined)[];
let timers: { ms: number; callback: () => void }[];
let sessions: number;
let random: number;
let connection: LiveConnection;
const received = vi.fn<(message: Outgoing) => void>();
const environment: Environment = {
  ensureSession: () => Promise.resolve(sessions++),
  resetSession: () => {},
  openSocket: (table) => {
    tables.push(table);
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  },
  setTimer: (ms, callback) => {
    const timer = { ms, callback };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  },
  now: () => 1_000,
  random: () => random,
};
const last = () => sockets.at(-1)!;
const socketOpened = () => expect.poll(() => last().onclose).not.toBeNull();
/** Fires the timer of the next attempt to connect, which is shorter than the interval of the pings. */
const retry = () => {
  const timer = timers.find(({ ms }) => ms < 20_000)!;
  timers.splice(timers.indexOf(timer), 1);
  timer.callback();
};
const commands = (socket: FakeSocket) => socket.sent.filter((message) => 'id' in message && message.type !== 'ping');

beforeEach(async () => {
  [sockets, tables, timers, sessions, random] = [[], [], [], 0, 0.5];
  received.mockClear();
  connection = new LiveConnection(environment);
  connection.watch('qexm', received);
  await expect.poll(() => sockets).toHaveLength(1);
  await socketOpened();
  last().welcome();
});

const reconnect = async () => {
  const before = sockets.length;
  retry();
  await expect.poll(() => sockets).toHaveLength(before + 1);
  await socketOpened();
  last().welcome();
};

test('it gets a session, connects and watches', () => {
  expect(sessions).toBe(1);
  expect(connection.state).toBe('online');
  expect(last().sent).toEqual([{ type: 'watch', table: 'qexm' }]);
});

test('it knows the time of the server', () => {
  expect(connection.now()).toBe(5_000);
  last().receive({ type: 'pong', id: 'pulse', now: 6_000 });
  expect(connection.now()).toBe(6_000);
});

test('a command has an id and the count, and one waits at a time', () => {
  const id = connection.sendCommand('qexm', 12, { type: 'move', move: '7S>3' });
  expect(commands(last())).toEqual([{ type: 'move', table: 'qexm', id, count: 12, move: '7S>3' }]);
  expect(connection.sendCommand('qexm', 12, { type: 'undo' })).toBeNull();
  last().receive({ type: 'update', table: 'qexm', id });
  expect(received).toHaveBeenCalledOnce();
  expect(connection.sendCommand('qexm', 13, { type: 'undo' })).not.toBe(id);
});

test('a move does not wait for a hint, a second hint does', () => {
  connection.sendCommand('qexm', 12, { type: 'hint' });
  expect(connection.sendCommand('qexm', 12, { type: 'hint' })).toBeNull();
  const id = connection.sendCommand('qexm', 12, { type: 'move', move: '7S>3' });
  expect(commands(last())).toContainEqual({ type: 'move', table: 'qexm', id, count: 12, move: '7S>3' });
  expect(connection.sendCommand('qexm', 12, { type: 'undo' })).toBeNull();
});

test('after a break it watches again and resends the unanswered command once, unchanged', async () => {
  connection.sendCommand('qexm', 12, { type: 'move', move: '7S>3' });
  const [command] = commands(last());
  last().drop();
  expect(connection.state).toBe('offline');
  await reconnect();
  expect(connection.state).toBe('online');
  expect(last().sent).toEqual([{ type: 'watch', table: 'qexm' }, command]);
  last().drop();
  await reconnect();
  expect(commands(last())).toEqual([]);
  expect(received.mock.lastCall![0]).toMatchObject({ type: 'error', code: 'unavailable' });
});

test('a command made offline is sent when there is a connection', async () => {
  last().drop();
  connection.sendCommand('qexm', 3, { type: 'undo' });
  await expect.poll(() => sockets).toHaveLength(2);
  await socketOpened();
  last().welcome();
  expect(commands(last())).toHaveLength(1);
});

/** Milliseconds until the next attempt. */
const nextWait = () => timers.find(({ ms }) => ms < 20_000)!.ms;

test('when a process is stopped its clients come back within a second, and not all at once', async () => {
  for (const part of [0, 0.5, 1]) {
    random = part;
    last().drop(1012);
    expect(nextWait()).toBe(1000 * part);
    await reconnect();
  }
});

test('who waits for an answer when a process is stopped comes back first', () => {
  connection.sendCommand('qexm', 12, { type: 'move', move: '7S>3' });
  random = 1;
  last().drop(1012);
  expect(nextWait()).toBe(300);
});

test('a command given after a process was stopped does not wait', async () => {
  last().drop(1012);
  connection.sendCommand('qexm', 3, { type: 'undo' });
  await expect.poll(() => sockets).toHaveLength(2);
  await socketOpened();
  last().welcome();
  expect(commands(last())).toHaveLength(1);
});

test('a stopped process is no failure: the attempts after it begin with the shortest wait', async () => {
  random = 0;
  last().drop(1012);
  retry();
  await expect.poll(() => sockets).toHaveLength(2);
  await socketOpened();
  last().drop();
  expect(nextWait()).toBe(150);
});

test('the first table of the page is in the address of the socket', async () => {
  const leave = connection.watch('abcd', received);
  last().drop();
  await reconnect();
  leave();
  expect(tables).toEqual(['qexm', 'qexm']);
  const place = { protocol: 'https:', host: 'play.example.org' };
  expect(socketAddress(place, 'qexm')).toBe('wss://play.example.org/live?table=qexm');
  expect(socketAddress({ ...place, protocol: 'http:' })).toBe('ws://play.example.org/live');
});

test('a new connection has the table of the page of that time', async () => {
  connection = new LiveConnection(environment);
  const leave = connection.watch('abcd', received);
  await expect.poll(() => sockets).toHaveLength(2);
  await socketOpened();
  last().welcome();
  connection.watch('efgh', received);
  leave();
  last().drop(1012);
  await reconnect();
  expect(tables.slice(1)).toEqual(['abcd', 'efgh']);
});

test('it waits longer after each failure', async () => {
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    last().drop();
    waits.push(timers.find(({ ms }) => ms < 20_000)!.ms);
    const before = sockets.length;
    retry();
    await expect.poll(() => sockets).toHaveLength(before + 1);
    await socketOpened();
  }
  expect(waits[1]).toBeGreaterThan(waits[0]!);
  expect(waits[2]).toBeGreaterThan(waits[1]!);
});

test('a busy server is asked again, a refusal is passed on', () => {
  const id = connection.sendCommand('qexm', 1, { type: 'finish' });
  last().receive({ type: 'error', code: 'unavailable', text: '', id, table: 'qexm' });
  expect(received).not.toHaveBeenCalled();
  retry();
  expect(commands(last())).toHaveLength(2);
  last().receive({ type: 'error', code: 'stale', text: '', id, table: 'qexm' });
  expect(received).toHaveBeenCalledOnce();
});

test('an error without a table belongs to the table of its command', () => {
  const id = connection.sendCommand('qexm', 1, { type: 'finish' });
  last().receive({ type: 'error', code: 'bad_message', text: '', id, table: null });
  expect(received).toHaveBeenCalledOnce();
});

test('silence leads to a ping, then to a new connection', () => {
  timers.find(({ ms }) => ms === 20_000)!.callback();
  expect(last().sent.at(-1)).toEqual({ type: 'ping', id: 'pulse' });
  timers.find(({ ms }) => ms === 8_000)!.callback();
  expect(connection.state).toBe('offline');
});

test('a command without an answer leads to a ping', () => {
  connection.sendCommand('qexm', 12, { type: 'move', move: '7S>3' });
  timers.find(({ ms }) => ms === 2000)!.callback();
  expect(last().sent.at(-1)).toEqual({ type: 'ping', id: 'pulse' });
  last().receive({ type: 'pong', id: 'pulse', now: 6_000 });
  expect(connection.state).toBe('online');
  connection.ping();
  timers.find(({ ms }) => ms === 8000)!.callback();
  expect(connection.state).toBe('offline');
});

test('leaving a table is sent to the server', () => {
  const leave = connection.watch('abcd', received);
  leave();
  expect(last().sent.at(-1)).toEqual({ type: 'leave', table: 'abcd' });
});
