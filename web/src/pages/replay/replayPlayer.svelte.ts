/** A record, step by step: loads pages when they are looked at, and runs by itself. */
import { rest, type Replay, type ReplayStep } from '../../api/client';

export const PAGE = 200;

type Asked = { board: number; from: number; to: number; open: boolean };
type Load = (asked: Asked) => Promise<Replay>;

export class Projector {
  /** Everything but the steps, as the last answer told it. */
  about = $state.raw<Replay | null>(null);
  at = $state(0);
  board = $state(0);
  isOpen = $state(false);
  isPlaying = $state(false);
  /** Steps a second. */
  speed = $state(1);
  #steps = $state.raw<Map<number, ReplayStep>>(new Map());
  /** How long the log of the whole table was at the step that was asked for. */
  #moment = 0;
  #load: Load;
  #asked = new Map<number, Promise<void>>();

  constructor(load: Load) {
    this.#load = load;
  }

  get last(): number {
    return Math.max(0, (this.about?.total ?? 1) - 1);
  }

  /** The step that is shown: the nearest one that has come, while its own is on the way. */
  get step(): ReplayStep | undefined {
    for (let n = this.at; n >= 0; n -= 1) {
      const step = this.#steps.get(n);
      if (step) return step;
    }
    return undefined;
  }

  /** Those that have come, in order, for the list of moves. */
  get steps(): ReplayStep[] {
    return [...this.#steps.values()].sort((a, b) => a.number - b.number);
  }

  async see(step: number): Promise<void> {
    const page = Math.floor(step / PAGE);
    let loading = this.#asked.get(page);
    if (!loading) {
      loading = this.#page(page);
      this.#asked.set(page, loading);
      loading.catch(() => this.#asked.delete(page));
    }
    await loading;
  }

  async #page(page: number): Promise<void> {
    const [board, open] = [this.board, this.isOpen];
    const told = await this.#load({ board, from: page * PAGE, to: (page + 1) * PAGE, open });
    if (board !== this.board || open !== this.isOpen) return;
    this.about = told;
    this.#steps = new Map([...this.#steps, ...told.steps.map((step) => [step.number, step] as const)]);
  }

  /** Where a link points to, else just before the first player's move: nobody comes to see an empty table. */
  async begin(step: number | null, board = 0): Promise<void> {
    this.board = board;
    await this.see(0);
    const first = this.steps.find(({ entry }) => entry?.startsWith('player'))?.number ?? 1;
    await this.go(step ?? first - 1);
  }

  async go(step: number): Promise<void> {
    await this.#seek(step);
    this.#moment = this.step?.seq ?? 0;
  }

  async #seek(step: number): Promise<void> {
    this.at = Math.min(this.last, Math.max(0, step));
    await this.see(this.at);
    // The next page comes before it is needed.
    if (this.at + PAGE / 4 <= this.last) await this.see(this.at + PAGE / 4);
  }

  /** Another player's board, at the same moment of the whole table. */
  async look(board: number, open = this.isOpen): Promise<void> {
    const isOther = board !== this.board;
    this.board = board;
    this.isOpen = open;
    this.#asked.clear();
    this.#steps = new Map();
    if (!isOther) return this.#seek(this.at);
    await this.see(0);
    for (let page = PAGE; page <= this.last && (this.steps.at(-1)?.seq ?? 0) < this.#moment; page += PAGE) await this.see(page);
    await this.#seek(this.steps.findLast((step) => step.seq <= this.#moment)?.number ?? 0);
  }

  tick(): void {
    if (this.at >= this.last) this.isPlaying = false;
    else void this.go(this.at + 1);
  }

  play(): void {
    if (!this.isPlaying && this.at >= this.last) this.at = 0;
    this.isPlaying = !this.isPlaying;
  }
}

export const projectorOf = (id: string, isUpload: boolean) => new Projector((asked) => rest.replay(id, isUpload, asked));
