/** Shows the pieces of a stack: on hover, on keyboard focus, or on a long press. */
import { isDrag, pointerOf, type Pointer } from '../board/gestures';

const LONG_PRESS_MS = 420;

export class StackPreview {
  cell = $state<number | null>(null);

  #down: Pointer | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onlongpress: () => void;

  /** `onlongpress` cancels the tap that would follow. */
  constructor(onlongpress: () => void) {
    this.#onlongpress = onlongpress;
  }

  pointerDown(event: PointerEvent, cell: number): void {
    if (event.pointerType === 'mouse') return;
    this.#down = pointerOf(event);
    this.#timer = setTimeout(() => {
      this.cell = cell;
      this.#onlongpress();
    }, LONG_PRESS_MS);
  }

  /** Listen on the window: the board captures the pointer, so the cell gets no events. */
  pointerMove = (event: PointerEvent) => {
    if (this.#down && isDrag(this.#down, pointerOf(event))) this.pointerUp();
  };

  pointerUp = () => {
    clearTimeout(this.#timer);
    this.#down = undefined;
  };

  /** A new touch anywhere closes the preview. */
  closeOnTouch = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') this.cell = null;
  };

  pointerEnter(event: PointerEvent, cell: number): void {
    if (event.pointerType === 'mouse') this.cell = cell;
  }

  pointerLeave(event: PointerEvent): void {
    if (event.pointerType === 'mouse') this.cell = null;
  }
}
