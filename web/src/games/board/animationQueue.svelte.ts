/**
 * Frames of an animation, shown one after another, for boards where a single update contains several
 * events. A touch or a key skips to the last frame.
 */
import { flushSync } from 'svelte';
import { animationDuration } from '../../settings/settings.svelte';

/** `duration`: milliseconds at calm speed until the next frame. */
export type Frame = { duration: number };

/** Bots may play faster than the animation: the oldest frames are dropped. */
const MAX_LENGTH = 16;

export class AnimationQueue<F extends Frame> {
  current: F = $state.raw()!;
  isPlaying = $state(false);

  #queue: F[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(first: F) {
    this.current = first;
  }

  /** The frame at the end of the queue. */
  get last(): F {
    return this.#queue.at(-1) ?? this.current;
  }

  /** Clears the queue and shows this frame at once. */
  jumpTo(frame: F): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#queue = [];
    this.isPlaying = false;
    this.current = frame;
  }

  /** Appends frames; the last one stays on screen. */
  add(frames: readonly F[]): void {
    this.#queue = [...this.#queue, ...frames].slice(-MAX_LENGTH);
    if (this.#timer === undefined) this.#next();
  }

  skip = (): void => {
    const last = this.#queue.at(-1);
    if (last) flushSync(() => this.jumpTo(last));
  };

  #next(): void {
    this.#timer = undefined;
    const frame = this.#queue.shift();
    if (!frame) return;
    this.current = frame;
    this.isPlaying = this.#queue.length > 0;
    const wait = animationDuration(frame.duration);
    if (wait) this.#timer = setTimeout(() => this.#next(), wait);
    else this.#next();
  }
}
