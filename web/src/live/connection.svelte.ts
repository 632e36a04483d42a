/**
 * The WebSocket connection to the server (docs/server/protocol.md). It reconnects automatically, watches the
 * same tables again, and resends a command that was not answered, with the same id.
 */
import { untrack } from 'svelte';
import type { Error as Refusal, FriendPresence, FriendsChanged, Incoming, Invitation, Outgoing, Said, Welcome, YourTurn } from './messages';
import { ensureSession, resetSession } from '../api/session';

export type Command = { type: 'move'; move: string } | { type: 'undo' | 'redo' | 'finish' | 'give_up' | 'hint' };

/** What concerns the user, whichever page is open. */
export type PersonalMessage = FriendPresence | FriendsChanged | Invitation | YourTurn;
const PERSONAL: readonly string[] = ['friend', 'friends', 'invitation', 'your_turn'] satisfies PersonalMessage['type'][];
const isPersonal = (message: Outgoing): message is PersonalMessage => PERSONAL.includes(message.type);

/** Receives the messages about a table. */
export type MessageHandler = (message: Exclude<Extract<Outgoing, { table?: string | null }>, PersonalMessage>) => void;

/** `sent`: how often it was sent; `retries`: how often a busy server was asked again. */
type PendingCommand = { message: Extract<Incoming, { id: string; table: string }>; sent: number; retries: number };

/** The browser functions that tests replace. */
export type Environment = {
  ensureSession: () => Promise<unknown>;
  resetSession: () => void;
  /** `table` lets a load balancer choose the process; the server ignores it. */
  openSocket: (table: string | undefined) => WebSocket;
  /** Returns a function that cancels the timer. */
  setTimer: (ms: number, callback: () => void) => () => void;
  now: () => number;
  random: () => number;
};

/** The address of the socket (docs/server/README.md, "Several processes"). */
export function socketAddress({ protocol, host }: { protocol: string; host: string }, table?: string): string {
  const address = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/live`;
  return table === undefined ? address : `${address}?table=${encodeURIComponent(table)}`;
}

const BROWSER: Environment = {
  ensureSession,
  resetSession,
  openSocket: (table) => new WebSocket(socketAddress(location, table)),
  setTimer: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  now: () => Date.now(),
  random: () => Math.random(),
};

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 8000;
/** When a process is stopped, all its clients come back at once: they spread over this time. */
const RESTART_MS = 1000;
const MAX_RETRIES = 4;
const PING_INTERVAL_MS = 20_000;
/** A command without an answer after this time triggers a ping. */
const SLOW_ANSWER_MS = 2000;
const PONG_TIMEOUT_MS = 8000;
/** A page hidden for this time counts as left: its user is offline for friends. */
const HIDDEN_MS = 30_000;
/** The close code of a socket without a valid session. */
const NOT_SIGNED_IN = 4401;
/** The close code of a process that is being stopped; another one answers already. */
const RESTARTING = 1012;

export class LiveConnection {
  state = $state<'connecting' | 'online' | 'offline'>('connecting');

  #environment: Environment;
  #socket: WebSocket | null = null;
  #handlers = new Map<string, Set<MessageHandler>>();
  #listeners = new Set<(message: PersonalMessage) => void>();
  #isVisible = true;
  #cancelHiding: (() => void) | undefined;
  /** By table. */
  #pending = new Map<string, PendingCommand>();
  #clockSkew = 0;
  #failures = 0;
  #commandCount = 0;
  #idPrefix: string;
  #cancelRetry: (() => void) | undefined;
  #cancelPing: (() => void) | undefined;

  constructor(environment: Environment = BROWSER) {
    this.#environment = environment;
    this.#idPrefix = Math.floor(environment.random() * 36 ** 6).toString(36);
  }

  /** Milliseconds since 1970 by the server's clock. */
  now = () => this.#environment.now() + this.#clockSkew;

  /** Receives messages about a table until the returned function is called. */
  watch(table: string, handler: MessageHandler): () => void {
    const handlers = this.#handlers.get(table) ?? new Set();
    this.#handlers.set(table, handlers.add(handler));
    // Untracked: an effect that watches a table must not run again when the connection breaks.
    if (untrack(() => this.state) === 'online') this.#send({ type: 'watch', table });
    else this.connectIfNeeded();
    return () => {
      handlers.delete(handler);
      if (handlers.size || this.#handlers.get(table) !== handlers) return;
      this.#handlers.delete(table);
      this.#pending.delete(table);
      this.#send({ type: 'leave', table });
    };
  }

  /** Stays connected and receives personal messages until the returned function is called. */
  listen(listener: (message: PersonalMessage) => void): () => void {
    this.#listeners.add(listener);
    this.connectIfNeeded();
    return () => this.#listeners.delete(listener);
  }

  /** The page was hidden or shown. A short look elsewhere is not told. */
  setVisible(isVisible: boolean): void {
    this.#cancelHiding?.();
    if (isVisible) {
      this.#tellVisible(true);
      this.connectIfNeeded();
    } else this.#cancelHiding = this.#environment.setTimer(HIDDEN_MS, () => this.#tellVisible(false));
  }

  #tellVisible(isVisible: boolean): void {
    if (isVisible !== this.#isVisible) this.#send({ type: 'visible', is_visible: isVisible });
    this.#isVisible = isVisible;
  }

  /** The user has changed: the next connection is the new user's. */
  restart = () => this.#socket?.close?.();

  /** One command at a time at a table; returns its id, or null while another waits for its answer. */
  sendCommand(table: string, count: number, command: Command): string | null {
    // A hint may take seconds: another command may be sent meanwhile and discards it.
    const waiting = this.#pending.get(table)?.message.type;
    if (waiting && (waiting !== 'hint' || command.type === 'hint')) return null;
    const id = `${this.#idPrefix}-${++this.#commandCount}`;
    const pending: PendingCommand = { message: { ...command, table, id, count }, sent: 0, retries: 0 };
    this.#pending.set(table, pending);
    if (this.state === 'online') this.#transmit(pending);
    else this.connectIfNeeded();
    return id;
  }

  /** Takes back the seat that a bot plays for an absent user. */
  takeSeatBack = (table: string) => this.#send({ type: 'back', table });

  /** Says one of the fixed phrases; it is lost if there is no connection. */
  say = (table: string, phrase: Said['phrase']) => this.#send({ type: 'say', table, phrase });

  /** Connects now if there is no connection and somebody wants one. */
  connectIfNeeded = () => {
    if (this.#socket || !(this.#handlers.size + this.#listeners.size)) return;
    this.#cancelRetry?.();
    void this.#connect();
  };

  async #connect(): Promise<void> {
    const socket = { readyState: WebSocket.CONNECTING } as WebSocket;
    this.#socket = socket; // a placeholder, so that no second connection is opened meanwhile
    try {
      await this.#environment.ensureSession();
    } catch {
      return this.#disconnected(socket);
    }
    const [table] = this.#handlers.keys();
    const opened = this.#environment.openSocket(table);
    this.#socket = opened;
    opened.onmessage = ({ data }) => this.#receive(JSON.parse(String(data)) as Outgoing);
    opened.onclose = ({ code }) => {
      if (code === NOT_SIGNED_IN) this.#environment.resetSession();
      this.#disconnected(opened, code === RESTARTING);
    };
  }

  #disconnected(socket: WebSocket, isRestart = false): void {
    if (this.#socket !== socket) return;
    this.#socket = null;
    this.#cancelPing?.();
    this.state = this.#failures || this.state === 'online' ? 'offline' : 'connecting';
    const wait = isRestart ? this.#restartWait() : this.#nextWait();
    this.#cancelRetry = this.#environment.setTimer(wait, this.connectIfNeeded);
  }

  /** Who waits for an answer comes first; a command given meanwhile connects at once. */
  #restartWait = () => this.#environment.random() * (this.#pending.size ? FIRST_RETRY_MS : RESTART_MS);

  /** Longer after every failure. */
  #nextWait(): number {
    const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures++);
    return wait * (0.5 + this.#environment.random() / 2);
  }

  #send(message: Incoming): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #transmit(pending: PendingCommand): void {
    pending.sent++;
    this.#send(pending.message);
    this.#schedulePing(SLOW_ANSWER_MS);
  }

  #receive(message: Outgoing): void {
    this.#schedulePing();
    if (message.type === 'welcome') return this.#welcomed(message);
    if (message.type === 'pong') return void (this.#clockSkew = message.now - this.#environment.now());
    if (isPersonal(message)) {
      for (const listener of this.#listeners) listener(message);
      return;
    }
    const command = this.#takeAnswered(message);
    if (command && this.#retryIfBusy(command, message)) return;
    const table = message.table ?? command?.message.table;
    for (const handle of this.#handlers.get(table ?? '') ?? []) handle(message);
  }

  #welcomed(welcome: Welcome): void {
    this.#clockSkew = welcome.now - this.#environment.now();
    this.#failures = 0;
    this.state = 'online';
    if (!this.#isVisible) this.#send({ type: 'visible', is_visible: false });
    for (const table of this.#handlers.keys()) this.#send({ type: 'watch', table });
    for (const pending of [...this.#pending.values()]) {
      if (pending.sent < 2) this.#transmit(pending);
      else this.#fail(pending);
    }
  }

  /** The command that this message answers; it is no longer pending. */
  #takeAnswered(message: { id?: string | null; table?: string | null }): PendingCommand | undefined {
    const command = [...this.#pending.values()].find((one) => one.message.id === message.id);
    if (command) this.#pending.delete(command.message.table);
    return command;
  }

  /** A busy server has changed nothing, so the same command is sent again. */
  #retryIfBusy(command: PendingCommand, message: Outgoing): boolean {
    const isBusy = message.type === 'error' && ['unavailable', 'too_fast'].includes(message.code);
    if (!isBusy || command.retries >= MAX_RETRIES) return false;
    this.#pending.set(command.message.table, command);
    this.#environment.setTimer(FIRST_RETRY_MS * 2 ** command.retries++, () => {
      if (this.#pending.get(command.message.table) === command && this.state === 'online') this.#send(command.message);
    });
    return true;
  }

  #fail(command: PendingCommand): void {
    const { id, table } = command.message;
    this.#pending.delete(table);
    const error: Refusal = { type: 'error', code: 'unavailable', text: '', id, table };
    for (const handle of this.#handlers.get(table) ?? []) handle(error);
  }

  /** Pings after a silence; without a pong the connection is closed. */
  #schedulePing(silence = PING_INTERVAL_MS): void {
    this.#cancelPing?.();
    this.#cancelPing = this.#environment.setTimer(silence, this.ping);
  }

  /** Checks that the connection still works. */
  ping = () => {
    const socket = this.#socket;
    if (!socket || this.state !== 'online') return;
    this.#send({ type: 'ping', id: 'pulse' });
    this.#cancelPing?.();
    this.#cancelPing = this.#environment.setTimer(PONG_TIMEOUT_MS, () => {
      socket.close();
      this.#disconnected(socket);
    });
  };
}

export const connection = new LiveConnection();

if (typeof addEventListener === 'function') {
  addEventListener('online', connection.connectIfNeeded);
  addEventListener('offline', connection.ping);
  document.addEventListener('visibilitychange', () => connection.setVisible(document.visibilityState === 'visible'));
}
