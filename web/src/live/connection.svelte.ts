/**
 * The one connection to the server (docs/protocol.md): it comes back by itself, watches the same
 * tables again, and sends the act that was not answered once more, with the same id.
 */
import { untrack } from 'svelte';
import type { Error as Refused, Incoming, Outgoing, Welcome } from './messages';
import { forget, meet } from '../api/session';

export type Doing = { type: 'move'; move: string } | { type: 'undo' | 'redo' | 'finish' | 'give_up' | 'hint' };

/** What is heard about a table. */
export type Hear = (message: Extract<Outgoing, { table?: string | null }>) => void;

type Sent = { message: Extract<Incoming, { id: string; table: string }>; sent: number; tries: number };

/** What of the browser is needed, so that a test may play it. */
export type World = {
  meet: () => Promise<unknown>;
  forget: () => void;
  open: () => WebSocket;
  after: (ms: number, then: () => void) => () => void;
  now: () => number;
  random: () => number;
};

const BROWSER: World = {
  meet,
  forget,
  open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/live`),
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  random: () => Math.random(),
};

const FIRST = 300;
const LONGEST = 8000;
const RETRIES = 4;
const PULSE = 20_000;
/** An act that is not answered so soon makes one look whether anybody is there. */
const SLOW = 2000;
const SILENCE = 8000;
const NOBODY = 4401;

export class Live {
  state = $state<'connecting' | 'online' | 'offline'>('connecting');
  person = $state.raw<Welcome | null>(null);

  #world: World;
  #socket: WebSocket | null = null;
  #tables = new Map<string, Set<Hear>>();
  #sent = new Map<string, Sent>();
  #skew = 0;
  #failures = 0;
  #number = 0;
  #name: string;
  #cancelRetry: (() => void) | undefined;
  #cancelPulse: (() => void) | undefined;

  constructor(world: World = BROWSER) {
    this.#world = world;
    this.#name = Math.floor(world.random() * 36 ** 6).toString(36);
  }

  /** Milliseconds since 1970 by the server's clock. */
  now = () => this.#world.now() + this.#skew;

  /** Hear about a table until the returned function is called. */
  watch(table: string, hear: Hear): () => void {
    const hearers = this.#tables.get(table) ?? new Set();
    this.#tables.set(table, hearers.add(hear));
    // Whoever watches does not begin anew when the connection breaks: what waits for its answer stays.
    if (untrack(() => this.state) === 'online') this.#send({ type: 'watch', table });
    else this.wake();
    return () => {
      hearers.delete(hear);
      if (hearers.size || this.#tables.get(table) !== hearers) return;
      this.#tables.delete(table);
      this.#sent.delete(table);
      this.#send({ type: 'leave', table });
    };
  }

  /** One act at a time at a table; returns its id, or null while another waits for its answer. */
  act(table: string, count: number, doing: Doing): string | null {
    // A program may think for seconds: whoever moves meanwhile no longer waits for its hint.
    const waits = this.#sent.get(table)?.message.type;
    if (waits && (waits !== 'hint' || doing.type === 'hint')) return null;
    const id = `${this.#name}-${++this.#number}`;
    const sent: Sent = { message: { ...doing, table, id, count }, sent: 0, tries: 0 };
    this.#sent.set(table, sent);
    if (this.state === 'online') this.#post(sent);
    else this.wake();
    return id;
  }

  /** Give me back the seat that a program plays for me. */
  back = (table: string) => this.#send({ type: 'back', table });

  /** Connect now, if there is no connection: something is wanted, or the network is there again. */
  wake = () => {
    if (this.#socket || !this.#tables.size) return;
    this.#cancelRetry?.();
    void this.#connect();
  };

  async #connect(): Promise<void> {
    const socket = { readyState: WebSocket.CONNECTING } as WebSocket;
    this.#socket = socket; // a place holder, so that nobody else connects meanwhile
    try {
      await this.#world.meet();
    } catch {
      return this.#lost(socket);
    }
    const opened = this.#world.open();
    this.#socket = opened;
    opened.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as Outgoing);
    opened.onclose = ({ code }) => {
      if (code === NOBODY) this.#world.forget();
      this.#lost(opened);
    };
  }

  #lost(socket: WebSocket): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#cancelPulse?.();
    this.state = this.#failures || this.state === 'online' ? 'offline' : 'connecting';
    const wait = Math.min(LONGEST, FIRST * 2 ** this.#failures++);
    this.#cancelRetry = this.#world.after(wait * (0.5 + this.#world.random() / 2), this.wake);
  }

  #send(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #post(sent: Sent): void {
    sent.sent++;
    this.#send(sent.message);
    this.#keepAlive(SLOW);
  }

  #hear(message: Outgoing): void {
    this.#keepAlive();
    if (message.type === 'welcome') return this.#welcomed(message);
    if (message.type === 'pong') return void (this.#skew = message.now - this.#world.now());
    const sent = this.#answered(message);
    if (sent && this.#tryAgain(sent, message)) return;
    const table = message.table ?? sent?.message.table;
    for (const hear of this.#tables.get(table ?? '') ?? []) hear(message);
  }

  #welcomed(welcome: Welcome): void {
    this.person = welcome;
    this.#skew = welcome.now - this.#world.now();
    this.#failures = 0;
    this.state = 'online';
    for (const table of this.#tables.keys()) this.#send({ type: 'watch', table });
    for (const sent of [...this.#sent.values()]) {
      if (sent.sent < 2) this.#post(sent);
      else this.#giveUp(sent);
    }
  }

  /** The act that this message answers, which waits no longer. */
  #answered(message: { id?: string | null; table?: string | null }): Sent | undefined {
    const sent = [...this.#sent.values()].find((one) => one.message.id === message.id);
    if (sent) this.#sent.delete(sent.message.table);
    return sent;
  }

  /** The server could not, this time: nothing has changed there, so the same is asked again. */
  #tryAgain(sent: Sent, message: Outgoing): boolean {
    const isBusy = message.type === 'error' && ['unavailable', 'too_fast'].includes(message.code);
    if (!isBusy || sent.tries >= RETRIES) return false;
    this.#sent.set(sent.message.table, sent);
    this.#world.after(FIRST * 2 ** sent.tries++, () => {
      if (this.#sent.get(sent.message.table) === sent && this.state === 'online') this.#send(sent.message);
    });
    return true;
  }

  #giveUp(sent: Sent): void {
    const { id, table } = sent.message;
    this.#sent.delete(table);
    const error: Refused = { type: 'error', code: 'unavailable', text: '', id, table };
    for (const hear of this.#tables.get(table) ?? []) hear(error);
  }

  /** After a silence a ping; after a longer one the connection is taken for dead. */
  #keepAlive(quiet = PULSE): void {
    this.#cancelPulse?.();
    this.#cancelPulse = this.#world.after(quiet, this.doubt);
  }

  /** Is anybody there? The browser may say that the network is gone. */
  doubt = () => {
    const socket = this.#socket;
    if (!socket || this.state !== 'online') return;
    this.#send({ type: 'ping', id: 'pulse' });
    this.#cancelPulse?.();
    this.#cancelPulse = this.#world.after(SILENCE, () => {
      socket.close();
      this.#lost(socket);
    });
  };
}

export const live = new Live();

if (typeof addEventListener === 'function') {
  addEventListener('online', live.wake);
  addEventListener('offline', live.doubt);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && live.wake());
}
