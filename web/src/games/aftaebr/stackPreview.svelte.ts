/** Looking into a stack: by pointing at it, by the focus, by a finger that stays on it. */
import { isDrag, type Pointer } from '../board/selection';

const LONG = 420;

const pointer = (event: PointerEvent): Pointer => ({ x: event.clientX, y: event.clientY, time: event.timeStamp, kind: event.pointerType });

export class Peek {
  cell = $state<number | null>(null);

  #down: Pointer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onlong: () => void;

  /** Called when a finger has stayed: lifting it is no tap. */
  constructor(onlong: () => void) {
    this.#onlong = onlong;
  }

  pressed(event: PointerEvent, cell: number): void {
    if (event.pointerType === 'mouse') return;
    this.#down = pointer(event);
    this.#timer = setTimeout(() => {
      this.cell = cell;
      this.#onlong();
    }, LONG);
  }

  /** Wherever the pointer is: a board takes hold of it, so that the cell does not hear of it. */
  moved = (event: PointerEvent) => {
    if (this.#down && isDrag(this.#down, pointer(event))) this.lifted();
  };

  lifted = () => {
    clearTimeout(this.#timer);
    this.#down = undefined;
  };

  /** A new touch anywhere ends what the last one showed. */
  begun = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') this.cell = null;
  };

  pointed(event: PointerEvent, cell: number): void {
    if (event.pointerType === 'mouse') this.cell = cell;
  }

  left(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.cell = null;
  }
}
