/** One run through a lesson. The server has the steps and judges the moves. */
import type { LessonAnswer, LessonStep } from '../../api/client';
import type { Position } from '../../components/position/position';
import { DONE, lessonStep, loadLessons, saveLessonStep, type ProgressApi } from '../../settings/lessonProgress';

export type LessonApi = ProgressApi & {
  lessonStep: (game: string, number: number) => Promise<LessonStep>;
  lessonMove: (game: string, number: number, move: string) => Promise<LessonAnswer>;
};

export class LessonPlayer {
  step = $state.raw<LessonStep | null>(null);
  positions = $state.raw<readonly Position[]>([]);
  /** To the last move of this step. */
  answer = $state.raw<LessonAnswer | null>(null);
  isHintShown = $state(false);
  isFinished = $state(false);
  readonly game: string;
  #api: LessonApi;

  constructor(game: string, api: LessonApi) {
    this.game = game;
    this.#api = api;
  }

  /** There is nothing to do, or it is done. */
  get isDone(): boolean {
    return this.step !== null && (this.step.hint === null || this.answer?.is_right === true);
  }

  get hint(): string | null {
    return this.isHintShown && !this.isDone ? (this.step?.hint ?? null) : null;
  }

  /** Where the user has stopped, here or on another device; a lesson that has become shorter begins again. */
  async start(): Promise<void> {
    await loadLessons(this.#api);
    const number = lessonStep(this.game);
    try {
      await this.open(number);
    } catch (error) {
      if (number === 1) throw error;
      await this.open(1);
    }
  }

  async open(number: number): Promise<void> {
    const step = await this.#api.lessonStep(this.game, number);
    [this.step, this.positions, this.answer] = [step, [step.position], null];
    this.isHintShown = this.isFinished = false;
    // A finished lesson that is opened again stays finished until its second step.
    if (number > 1) this.#save(number);
  }

  async next(): Promise<void> {
    const { number, total } = this.step!;
    if (number < total) return this.open(number + 1);
    this.isFinished = true;
    this.#save(DONE);
  }

  #save(number: number): void {
    void saveLessonStep(this.#api, this.game, number).catch(() => {});
  }

  async play(move: string): Promise<void> {
    const step = this.step!;
    const answer = await this.#api.lessonMove(this.game, step.number, move);
    if (this.step !== step) return;
    this.answer = answer;
    if (answer.is_right) this.positions = answer.positions;
    else this.isHintShown = true;
  }
}
