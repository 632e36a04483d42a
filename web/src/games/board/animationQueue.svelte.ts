/**
 * A position that is reached through several pictures, shown one after another. Nobody has to wait
 * for them: whoever touches the table, or a key, sees the last one at once.
 */
import { flushSync } from 'svelte';
import { lasting } from '../../settings/settings.svelte';

/** For how many milliseconds, at the calm speed, it is seen before the next one, if there is one. */
export type Scene = { lasts: number };

/** Programs may be quicker than eyes: what is too far behind is left out. */
const MOST = 16;

export class Scenes<S extends Scene> {
  shown: S = $state.raw()!;
  isPlaying = $state(false);

  #coming: S[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(first: S) {
    this.shown = first;
  }

  /** Where all this leads. */
  get last(): S {
    return this.#coming.at(-1) ?? this.shown;
  }

  /** This one, at once. */
  cut(scene: S): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#coming = [];
    this.isPlaying = false;
    this.shown = scene;
  }

  /** These, after those that are still to come; the last one stays. */
  add(scenes: readonly S[]): void {
    this.#coming = [...this.#coming, ...scenes].slice(-MOST);
    if (this.#timer === undefined) this.#next();
  }

  skip = (): void => {
    const last = this.#coming.at(-1);
    if (last) flushSync(() => this.cut(last));
  };

  #next(): void {
    this.#timer = undefined;
    const scene = this.#coming.shift();
    if (!scene) return;
    this.shown = scene;
    this.isPlaying = this.#coming.length > 0;
    const wait = lasting(scene.lasts);
    if (wait) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }
}
