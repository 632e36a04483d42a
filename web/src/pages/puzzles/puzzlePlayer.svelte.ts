/** One puzzle: the moves so far, and what the server said about them. */
import type { api as Api, MyStats, PuzzleInfo, Sentence, Verdict } from '../../api/client';
import type { Position } from '../../components/position/position';

type PuzzleApi = Pick<typeof Api, 'attemptPuzzle' | 'puzzleHint' | 'puzzleSolution'>;

export class PuzzlePlayer {
  /** The present position is the last. */
  positions = $state.raw<readonly Position[]>([]);
  verdict = $state<Verdict>('open');
  /** What the server says: a hint, why it failed, why it is solved. */
  told = $state.raw<readonly Sentence[]>([]);
  /** The move that a hint points at. */
  hint = $state<string | null>(null);
  movesLeft = $state<number | null>(null);
  /** The change of the rating, if this attempt has decided it. */
  change = $state<number | null>(null);
  /** The first result: it alone counts. Null while it is open. */
  isSolvedFirst = $state<boolean | null>(null);
  mine = $state.raw<MyStats | null>(null);
  /** The solution is shown instead of an attempt. */
  isShown = $state(false);
  private moves: string[] = [];

  constructor(
    readonly info: PuzzleInfo,
    private readonly api: PuzzleApi,
  ) {
    this.isSolvedFirst = info.mine?.is_solved ?? null;
    this.retry();
  }

  get isOpen(): boolean {
    return this.verdict === 'open' && !this.isShown;
  }

  /** Will the next result count? */
  get isRated(): boolean {
    return this.isSolvedFirst === null;
  }

  /** Back to the first position. */
  retry(): void {
    this.moves = [];
    this.positions = [this.info.position];
    this.verdict = 'open';
    this.told = [];
    this.hint = null;
    this.change = null;
    this.isShown = false;
    this.movesLeft = this.info.limit;
  }

  async play(move: string): Promise<void> {
    const moves = [...this.moves, move];
    const answer = await this.api.attemptPuzzle(this.info.id, moves);
    this.moves = moves;
    this.hint = null;
    this.positions = answer.positions;
    this.verdict = answer.verdict;
    this.told = answer.told;
    this.movesLeft = answer.moves_left;
    if (answer.result) {
      this.isSolvedFirst = answer.result.is_solved;
      this.change = answer.is_new ? answer.result.after - answer.result.before : null;
      this.mine = answer.mine;
    }
  }

  /** A hint counts as not solved. */
  async askHint(): Promise<void> {
    const { told, move, mine } = await this.api.puzzleHint(this.info.id, this.moves);
    this.told = [told];
    this.hint = move;
    this.mine = mine;
    this.isSolvedFirst ??= false;
  }

  /** So does the solution. The board plays it. */
  async showSolution(): Promise<void> {
    const solution = await this.api.puzzleSolution(this.info.id);
    this.retry();
    this.isShown = true;
    this.positions = solution.positions;
    this.told = solution.told;
    this.mine = solution.mine;
    this.isSolvedFirst ??= false;
  }
}
