/** What is known of one table: who sits there, the boards and how they came about, what waits for an answer. */
import type { Picture } from '../games/board/boardProps';
import { foresee } from '../games/predictMove';
import type { Doing, Hear, Live } from './connection.svelte';
import type { Advice, Error as Refused, Standings, TableInfo, Told, Update } from './messages';
import { stepsUntil } from './pastSteps';

/** A position that can be looked at again. */
export type Step = { count: number; view: Picture; told: Told[] };

type Message = Parameters<Hear>[0];

export class Table {
  info = $state.raw<TableInfo | null>(null);
  updates = $state.raw<Record<number, Update>>({});
  standings = $state.raw<Standings | null>(null);
  /** What was sent and is not answered; its picture is shown already. */
  pending = $state.raw<{ id: string; doing: Doing } | null>(null);
  /** null: nobody has asked; []: there is nothing to gain. */
  advice = $state.raw<Advice[] | null>(null);
  refused = $state.raw<Refused | null>(null);
  isMissing = $state(false);
  /** The board still shows how this position came about: the end can wait. */
  isShowing = $state(false);
  /** The board that was chosen to be looked at. */
  chosen = $state<number | null>(null);
  /** How many entries back one looks; null is now. */
  reviewed = $state<number | null>(null);

  #steps = $state.raw<Record<number, Step[]>>({});
  /** The first entry of each list that goes back to the beginning. */
  #recalled: Record<number, Step | undefined> = {};
  #live: Live;
  code: string;

  constructor(code: string, live: Live) {
    this.code = code;
    this.#live = live;
  }

  watch = () => this.#live.watch(this.code, this.hear);

  get board(): number {
    const { yours = [], kind } = this.info ?? {};
    return this.chosen ?? (kind === 'contest' ? yours[0] : undefined) ?? 0;
  }

  get update(): Update | undefined {
    return this.updates[this.board];
  }

  get steps(): Step[] {
    return this.#steps[this.board] ?? [];
  }

  /** May I act on the board that is shown? */
  get isMyTurn(): boolean {
    const actor = this.update?.actor;
    return actor !== null && actor !== undefined && (this.info?.yours.includes(actor) ?? false);
  }

  get isMine(): boolean {
    const { yours = [], kind } = this.info ?? {};
    return kind === 'contest' ? yours.includes(this.board) : yours.length > 0;
  }

  get isWaiting(): boolean {
    return this.pending !== null && this.pending.doing.type !== 'hint';
  }

  get moves(): readonly string[] {
    const isOn = this.isMyTurn && !this.isWaiting && this.reviewed === null && this.info?.phase === 'playing';
    return isOn ? this.update!.moves : [];
  }

  /** The position to draw: one of the past, the one that is expected, or the present one. */
  get picture(): Picture | undefined {
    const update = this.update;
    if (!update) return undefined;
    if (this.reviewed !== null) return this.steps[this.reviewed]?.view ?? update.view;
    const doing = this.pending?.doing;
    return doing?.type === 'move' ? foresee(update.view, doing.move, update.previews?.[doing.move]) : update.view;
  }

  /** The past is told to the players of a board, and to everybody once the table is over. */
  get canRecall(): boolean {
    return this.isMine || this.info?.phase === 'over';
  }

  can(what: 'undo' | 'redo' | 'hint' | 'give_up' | 'finish'): boolean {
    if (!this.update || !this.isMine || this.isWaiting) return false;
    if (what === 'finish') return this.isMyTurn && 'can_finish' in this.update.view && this.update.view.can_finish;
    if (what === 'hint' && !this.isMyTurn) return false;
    return this.update.can.includes(what);
  }

  act(doing: Doing): void {
    if (!this.update) return;
    this.refused = null;
    this.advice = null;
    this.reviewed = null;
    const id = this.#live.act(this.code, this.update.count, doing);
    if (id) this.pending = { id, doing };
  }

  hear = (message: Message): void => {
    const isAnswer = 'id' in message && Boolean(message.id) && message.id === this.pending?.id;
    if (isAnswer) this.pending = null;
    switch (message.type) {
      case 'table':
        this.info = message;
        break;
      case 'update':
        this.#updated(message);
        break;
      case 'standings':
        this.standings = message;
        break;
      case 'hint':
        // One that nobody waits for any more is about another position.
        if (isAnswer) this.advice = message.advice;
        break;
      case 'error':
        this.#failed(message);
        break;
    }
  };

  #updated(update: Update): void {
    const known = this.updates[update.board];
    if (known && known.count > update.count) return;
    this.updates = { ...this.updates, [update.board]: update };
    this.refused = null;
    if (known?.count === update.count) return;
    if (update.board === this.board) this.advice = null;
    // A position that came without the one before it begins a new list: what was missed is asked for.
    const steps = known && this.#follows(known, update) ? (this.#steps[update.board] ?? []) : [];
    const step = { count: update.count, view: update.view, told: update.told };
    this.#steps = { ...this.#steps, [update.board]: [...steps, step] };
  }

  /** After a break the first update tells nothing of what happened meanwhile. */
  #follows = (known: Update, update: Update) => update.told.length > 0 || update.count === known.count + 1;

  #failed(error: Refused): void {
    if (error.code === 'not_found' && !this.info) this.isMissing = true;
    // Somebody was quicker, or another tab of mine: the present position follows by itself.
    else if (error.code !== 'stale') this.refused = error;
  }

  /** What happened before this page was opened. */
  async recall(): Promise<void> {
    const board = this.board;
    const first = this.steps[0];
    if (!first || first.count === 0 || first === this.#recalled[board] || !this.canRecall) return;
    try {
      const steps = await stepsUntil(this.code, board, first.count);
      // Before the first entry nothing lies on the table.
      const earlier = steps.filter(({ number }) => number > 0 && number <= first.count);
      const told = earlier.map(({ number, view, told }) => ({ count: number, view, told }));
      const later = (this.#steps[board] ?? []).filter(({ count }) => count > first.count);
      this.#recalled[board] = told[0];
      this.#steps = { ...this.#steps, [board]: [...told, ...later] };
    } catch {
      // What has been seen can be looked at all the same.
    }
  }
}
