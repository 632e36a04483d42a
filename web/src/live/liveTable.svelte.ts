/** The client's state of one table: its players, boards and their history, and the command that waits for an answer. */
import type { GameView } from '../games/views';
import { gameModule } from '../games/registry';
import type { Command, LiveConnection, MessageHandler } from './connection.svelte';
import type { AdvisedMove, Error as Refusal, Said, Standings, TableInfo, Sentence, Update } from './messages';
import { loadSteps } from './pastSteps';

/** A past position. */
export type Step = { count: number; view: GameView; told: Sentence[] };

type Message = Parameters<MessageHandler>[0];

export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  updates = $state.raw<Record<number, Update>>({});
  standings = $state.raw<Standings | null>(null);
  /** The command that was sent and is not answered; a move is shown already. */
  pending = $state.raw<{ id: string; command: Command } | null>(null);
  /** null: none requested; []: there is nothing to gain. */
  hints = $state.raw<AdvisedMove[] | null>(null);
  /** What a player said last. */
  said = $state.raw<Said | null>(null);
  refusal = $state.raw<Refusal | null>(null);
  isMissing = $state(false);
  /** While the board animates the way to this position: the count of the last position that it has shown. */
  #shownCount = $state<number | null>(null);
  /** The board that the user has chosen to watch. */
  chosenBoard = $state<number | null>(null);
  /** The index of the past step that is shown; null is the present. */
  reviewedStep = $state<number | null>(null);

  #steps = $state.raw<Record<number, Step[]>>({});
  /** The first step of each list whose earlier steps have been loaded. */
  #firstLoaded: Record<number, Step | undefined> = {};
  #connection: LiveConnection;
  code: string;

  constructor(code: string, connection: LiveConnection) {
    this.code = code;
    this.#connection = connection;
  }

  watch = () => this.#connection.watch(this.code, this.receive);

  get board(): number {
    const { yours = [], kind } = this.info ?? {};
    return this.chosenBoard ?? (kind === 'contest' ? yours[0] : undefined) ?? 0;
  }

  get update(): Update | undefined {
    return this.updates[this.board];
  }

  get steps(): Step[] {
    return this.#steps[this.board] ?? [];
  }

  /** Texts and results follow the animation: they must not tell the die before it has rolled. */
  get isAnimating(): boolean {
    return this.#shownCount !== null;
  }

  setAnimating(isAnimating: boolean): void {
    if (isAnimating !== this.isAnimating) this.#shownCount = isAnimating ? (this.steps.at(-2)?.count ?? 0) : null;
  }

  /** The steps without those that the board is about to show. */
  get shownSteps(): Step[] {
    const shown = this.#shownCount;
    return shown === null ? this.steps : this.steps.filter(({ count }) => count <= shown);
  }

  /** May the user play on the board that is shown? */
  get isMyTurn(): boolean {
    const actor = this.update?.actor;
    return actor !== null && actor !== undefined && (this.info?.yours.includes(actor) ?? false);
  }

  get isMine(): boolean {
    const { yours = [], kind } = this.info ?? {};
    return kind === 'contest' ? yours.includes(this.board) : yours.length > 0;
  }

  get isWaiting(): boolean {
    return this.pending !== null && this.pending.command.type !== 'hint';
  }

  get moves(): readonly string[] {
    const canMove = this.isMyTurn && !this.isWaiting && this.reviewedStep === null && this.info?.phase === 'playing';
    return canMove ? this.update!.moves : [];
  }

  /** The position to draw: a past one, the predicted one, or the present one. */
  get view(): GameView | undefined {
    const update = this.update;
    if (!update) return undefined;
    if (this.reviewedStep !== null) return this.steps[this.reviewedStep]?.view ?? update.view;
    const command = this.pending?.command;
    if (command?.type !== 'move') return update.view;
    return gameModule(update.view.game).predictMove(update.view, command.move, update.previews?.[command.move]);
  }

  /** The history is open to the players of a board, and to everyone once the table is over. */
  get canLoadPast(): boolean {
    return this.isMine || this.info?.phase === 'over';
  }

  can(what: 'undo' | 'redo' | 'hint' | 'give_up' | 'finish'): boolean {
    if (!this.update || !this.isMine || this.isWaiting) return false;
    if (what === 'finish') return this.isMyTurn && 'can_finish' in this.update.view && this.update.view.can_finish;
    if (what === 'hint' && !this.isMyTurn) return false;
    return this.update.can.includes(what);
  }

  send(command: Command): void {
    if (!this.update) return;
    this.refusal = null;
    this.hints = null;
    this.reviewedStep = null;
    const id = this.#connection.sendCommand(this.code, this.update.count, command);
    if (id) this.pending = { id, command };
  }

  receive = (message: Message): void => {
    const isAnswer = 'id' in message && Boolean(message.id) && message.id === this.pending?.id;
    if (isAnswer) this.pending = null;
    switch (message.type) {
      case 'table':
        this.info = message;
        break;
      case 'update':
        this.#onUpdate(message);
        break;
      case 'standings':
        // What arrives late is older than what is known.
        if (!this.standings || this.standings.seq <= message.seq) this.standings = message;
        break;
      case 'said':
        this.said = message;
        break;
      case 'hint':
        // A hint that is no longer expected is about another position.
        if (isAnswer) this.hints = message.advice;
        break;
      case 'error':
        this.#onError(message);
        break;
    }
  };

  #onUpdate(update: Update): void {
    const known = this.updates[update.board];
    if (known && known.seq > update.seq) return;
    this.updates = { ...this.updates, [update.board]: update };
    this.refusal = null;
    if (known?.count === update.count) return;
    if (update.board === this.board) this.hints = null;
    // A position whose predecessor was missed starts a new list; what was missed is loaded again.
    const steps = known && this.#isConsecutive(known, update) ? (this.#steps[update.board] ?? []) : [];
    const step = { count: update.count, view: update.view, told: update.told };
    this.#steps = { ...this.#steps, [update.board]: [...steps, step] };
  }

  /** The first update after a reconnect does not contain what happened meanwhile. */
  #isConsecutive = (known: Update, update: Update) => update.told.length > 0 || update.count === known.count + 1;

  #onError(error: Refusal): void {
    if (error.code === 'not_found' && !this.info) this.isMissing = true;
    // `stale`: another player or another tab was faster; the server sends the present position anyway.
    else if (error.code !== 'stale') this.refusal = error;
  }

  /** Loads what happened before this page was opened. */
  async loadPast(): Promise<void> {
    const board = this.board;
    const first = this.steps[0];
    if (!first || first.count === 0 || first === this.#firstLoaded[board] || !this.canLoadPast) return;
    try {
      const steps = await loadSteps(this.code, board, first.count);
      // Step 0 is the empty table.
      const earlier = steps.filter(({ number }) => number > 0 && number <= first.count);
      const past = earlier.map(({ number, view, told }) => ({ count: number, view, told }));
      const later = (this.#steps[board] ?? []).filter(({ count }) => count > first.count);
      this.#firstLoaded[board] = past[0];
      this.#steps = { ...this.#steps, [board]: [...past, ...later] };
    } catch {
      // The steps received so far can still be reviewed.
    }
  }
}
