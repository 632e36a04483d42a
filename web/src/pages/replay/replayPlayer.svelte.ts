/** Plays back a record step by step; loads it in pages, on demand. */
import { api, type Replay, type ReplayStep } from '../../api/client';

export const PAGE_SIZE = 200;

type PageQuery = { board: number; from: number; to: number; open: boolean };
type LoadPage = (query: PageQuery) => Promise<Replay>;

export class ReplayPlayer {
  /** The last response of the server, for everything but the steps. */
  info = $state.raw<Replay | null>(null);
  /** The number of the current step. */
  position = $state(0);
  board = $state(0);
  /** Are all cards shown face up? */
  isFaceUp = $state(false);
  isPlaying = $state(false);
  /** Steps a second. */
  speed = $state(1);
  #steps = $state.raw<Map<number, ReplayStep>>(new Map());
  /** The position in the log of the whole table, shared by all boards. */
  #seq = 0;
  #loadPage: LoadPage;
  #pages = new Map<number, Promise<void>>();

  constructor(loadPage: LoadPage) {
    this.#loadPage = loadPage;
  }

  get last(): number {
    return Math.max(0, (this.info?.total ?? 1) - 1);
  }

  /** The step that is shown: the nearest loaded one while the current one is loading. */
  get step(): ReplayStep | undefined {
    for (let n = this.position; n >= 0; n -= 1) {
      const step = this.#steps.get(n);
      if (step) return step;
    }
    return undefined;
  }

  /** The loaded steps in order. */
  get steps(): ReplayStep[] {
    return [...this.#steps.values()].sort((a, b) => a.number - b.number);
  }

  async load(step: number): Promise<void> {
    const page = Math.floor(step / PAGE_SIZE);
    let loading = this.#pages.get(page);
    if (!loading) {
      loading = this.#fetch(page);
      this.#pages.set(page, loading);
      loading.catch(() => this.#pages.delete(page));
    }
    await loading;
  }

  async #fetch(page: number): Promise<void> {
    const [board, open] = [this.board, this.isFaceUp];
    const response = await this.#loadPage({ board, from: page * PAGE_SIZE, to: (page + 1) * PAGE_SIZE, open });
    if (board !== this.board || open !== this.isFaceUp) return;
    this.info = response;
    this.#steps = new Map([...this.#steps, ...response.steps.map((step) => [step.number, step] as const)]);
  }

  /** Starts at the step of a link, or else just before the first player's move rather than at the empty table. */
  async start(step: number | null, board = 0): Promise<void> {
    this.board = board;
    await this.load(0);
    const first = this.steps.find(({ entry }) => entry?.startsWith('player'))?.number ?? 1;
    await this.go(step ?? first - 1);
  }

  async go(step: number): Promise<void> {
    await this.#seek(step);
    this.#seq = this.step?.seq ?? 0;
  }

  async #seek(step: number): Promise<void> {
    this.position = Math.min(this.last, Math.max(0, step));
    await this.load(this.position);
    // Preload the next page.
    if (this.position + PAGE_SIZE / 4 <= this.last) await this.load(this.position + PAGE_SIZE / 4);
  }

  /** Shows another board at the same moment of the whole table. */
  async showBoard(board: number, open = this.isFaceUp): Promise<void> {
    const isOther = board !== this.board;
    this.board = board;
    this.isFaceUp = open;
    this.#pages.clear();
    this.#steps = new Map();
    if (!isOther) return this.#seek(this.position);
    await this.load(0);
    for (let page = PAGE_SIZE; page <= this.last && (this.steps.at(-1)?.seq ?? 0) < this.#seq; page += PAGE_SIZE) await this.load(page);
    await this.#seek(this.steps.findLast((step) => step.seq <= this.#seq)?.number ?? 0);
  }

  tick(): void {
    if (this.position >= this.last) this.isPlaying = false;
    else void this.go(this.position + 1);
  }

  togglePlay(): void {
    if (!this.isPlaying && this.position >= this.last) this.position = 0;
    this.isPlaying = !this.isPlaying;
  }
}

export const createReplayPlayer = (id: string, isUpload: boolean) =>
  new ReplayPlayer((query) => api.replay(id, isUpload, query));
