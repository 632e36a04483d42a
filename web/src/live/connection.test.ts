import { beforeEach, expect, test, vi } from 'vitest';
import { Live, type World } from './connection.svelte';
import type { Incoming, Outgoing } from './messages';

class FakeSocket {
  readyState: number = WebSocket.OPEN;
  sent: Incoming[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send = (text: string) => void this.sent.push(JSON.parse(text) as Incoming);
  close = () => void (this.readyState = WebSocket.CLOSED);
  say = (message: object) => this.onmessage!({ data: JSON.stringify(message) });
  drop(code = 1006): void {
    this.readyState = WebSocket.CLOSED;
    this.onclose!({ code });
  }
  welcome = () => this.say({ type: 'welcome', person: 'p', name: 'Anna', is_guest: true, now: 5_000, protocol: 1 });
}

let sockets: FakeSocket[];
let timers: { ms: number; then: () => void }[];
let met: number;
let live: Live;
const heard = vi.fn<(message: Outgoing) => void>();
const world: World = {
  meet: () => Promise.resolve(met++),
  forget: () => {},
  open: () => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket as unknown as WebSocket;
  },
  after: (ms, then) => {
    const timer = { ms, then };
    timers.push(timer);
    return () => void timers.splice(timers.indexOf(timer), 1);
  },
  now: () => 1_000,
  random: () => 0.5,
};
const last = () => sockets.at(-1)!;
const connected = () => vi.waitFor(() => expect(last().onclose).not.toBeNull());
/** Let the timer with the longest wait that is shorter than a pulse run out. */
const retry = () => {
  const timer = timers.find(({ ms }) => ms < 20_000)!;
  timers.splice(timers.indexOf(timer), 1);
  timer.then();
};
const acts = (socket: FakeSocket) => socket.sent.filter((message) => 'id' in message && message.type !== 'ping');

beforeEach(async () => {
  [sockets, timers, met] = [[], [], 0];
  heard.mockClear();
  live = new Live(world);
  live.watch('qexm', heard);
  await vi.waitFor(() => expect(sockets).toHaveLength(1));
  await connected();
  last().welcome();
});

const again = async () => {
  const before = sockets.length;
  retry();
  await vi.waitFor(() => expect(sockets).toHaveLength(before + 1));
  await connected();
  last().welcome();
};

test('it becomes somebody, connects and watches', () => {
  expect(met).toBe(1);
  expect(live.state).toBe('online');
  expect(last().sent).toEqual([{ type: 'watch', table: 'qexm' }]);
});

test('it knows what time the server has', () => {
  expect(live.now()).toBe(5_000);
  last().say({ type: 'pong', id: 'pulse', now: 6_000 });
  expect(live.now()).toBe(6_000);
});

test('an act bears an id and the count, and one waits at a time', () => {
  const id = live.act('qexm', 12, { type: 'move', move: '7S>3' });
  expect(acts(last())).toEqual([{ type: 'move', table: 'qexm', id, count: 12, move: '7S>3' }]);
  expect(live.act('qexm', 12, { type: 'undo' })).toBeNull();
  last().say({ type: 'update', table: 'qexm', id });
  expect(heard).toHaveBeenCalledOnce();
  expect(live.act('qexm', 13, { type: 'undo' })).not.toBe(id);
});

test('a move does not wait for a hint, a second hint does', () => {
  live.act('qexm', 12, { type: 'hint' });
  expect(live.act('qexm', 12, { type: 'hint' })).toBeNull();
  const id = live.act('qexm', 12, { type: 'move', move: '7S>3' });
  expect(acts(last())).toContainEqual({ type: 'move', table: 'qexm', id, count: 12, move: '7S>3' });
  expect(live.act('qexm', 12, { type: 'undo' })).toBeNull();
});

test('after a break it watches again and sends the unanswered act once more, the same', async () => {
  live.act('qexm', 12, { type: 'move', move: '7S>3' });
  const [act] = acts(last());
  last().drop();
  expect(live.state).toBe('offline');
  await again();
  expect(live.state).toBe('online');
  expect(last().sent).toEqual([{ type: 'watch', table: 'qexm' }, act]);
  last().drop();
  await again();
  expect(acts(last())).toEqual([]);
  expect(heard.mock.lastCall![0]).toMatchObject({ type: 'error', code: 'unavailable' });
});

test('an act made while offline is sent when there is a connection', async () => {
  last().drop();
  live.act('qexm', 3, { type: 'undo' });
  await vi.waitFor(() => expect(sockets).toHaveLength(2));
  await connected();
  last().welcome();
  expect(acts(last())).toHaveLength(1);
});

test('it waits longer each time', async () => {
  const waits: number[] = [];
  for (let i = 0; i < 3; i++) {
    last().drop();
    waits.push(timers.find(({ ms }) => ms < 20_000)!.ms);
    const before = sockets.length;
    retry();
    await vi.waitFor(() => expect(sockets).toHaveLength(before + 1));
    await connected();
  }
  expect(waits[1]).toBeGreaterThan(waits[0]!);
  expect(waits[2]).toBeGreaterThan(waits[1]!);
});

test('a server that cannot is asked again, a refusal is told', () => {
  const id = live.act('qexm', 1, { type: 'finish' });
  last().say({ type: 'error', code: 'unavailable', text: '', id, table: 'qexm' });
  expect(heard).not.toHaveBeenCalled();
  retry();
  expect(acts(last())).toHaveLength(2);
  last().say({ type: 'error', code: 'stale', text: '', id, table: 'qexm' });
  expect(heard).toHaveBeenCalledOnce();
});

test('an error without a table belongs to the table of its act', () => {
  const id = live.act('qexm', 1, { type: 'finish' });
  last().say({ type: 'error', code: 'bad_message', text: '', id, table: null });
  expect(heard).toHaveBeenCalledOnce();
});

test('silence is answered by a ping, then by a new connection', () => {
  timers.find(({ ms }) => ms === 20_000)!.then();
  expect(last().sent.at(-1)).toEqual({ type: 'ping', id: 'pulse' });
  timers.find(({ ms }) => ms === 8_000)!.then();
  expect(live.state).toBe('offline');
});

test('an act that is not answered soon makes it look whether anybody is there', () => {
  live.act('qexm', 12, { type: 'move', move: '7S>3' });
  timers.find(({ ms }) => ms === 2000)!.then();
  expect(last().sent.at(-1)).toEqual({ type: 'ping', id: 'pulse' });
  last().say({ type: 'pong', id: 'pulse', now: 6_000 });
  expect(live.state).toBe('online');
  live.doubt();
  timers.find(({ ms }) => ms === 8000)!.then();
  expect(live.state).toBe('offline');
});

test('whoever leaves says so', () => {
  const other = live.watch('abcd', heard);
  other();
  expect(last().sent.at(-1)).toEqual({ type: 'leave', table: 'abcd' });
});
