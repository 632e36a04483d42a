/**
 * The player's hands over a board: pointer, touch and keyboard become taps and drops (pick.ts).
 *
 * The board marks its elements: `data-piece` is what a move takes, `data-place` where it may go,
 * `data-move` a move of its own (turn the mazzo), `data-spot` whatever the arrow keys stop at.
 */
import { sound } from '../../sounds/sounds';
import { isArrow, nextSpot } from './arrowKeys';
import { land } from './moveAnimation';
import { DOUBLE, doubleTap, drop, isDrag, isShakyTap, keep, landing, tap, targets, type Pick, type Pointer, type Spot } from './selection';

export type Play = {
  moves: readonly string[];
  onmove: (move: string) => void;
  /** In a few words, why this is not a move; `to` is null if the piece cannot be taken at all. */
  why: (piece: string, to: string | null) => string;
  /** A move is on its way: what is not possible now may be in a moment. */
  waiting?: boolean;
};

type Drag = { piece: string; id: number; element: HTMLElement };

const pointer = (event: PointerEvent): Pointer => ({
  x: event.clientX,
  y: event.clientY,
  time: event.timeStamp,
  kind: event.pointerType,
});

type Under = Spot & { element: HTMLElement | null; move: string | undefined };

/** What lies under the pointer; asked at once, since the board may draw itself anew meanwhile. */
function under(target: EventTarget | null): Under {
  const near = (kind: string) => (target as Element | null)?.closest<HTMLElement>(`[data-${kind}]`) ?? null;
  return {
    element: near('piece'),
    piece: near('piece')?.dataset['piece'] ?? null,
    place: near('place')?.dataset['place'] ?? null,
    move: near('move')?.dataset['move'],
  };
}

/** How long a dropped card waits for the server before it goes back. */
const PATIENCE = 1500;

export class Hands {
  held = $state<string | null>(null);
  /** What is being dragged, or was just dropped and waits for the next picture. */
  dragged = $state<string | null>(null);
  /** Why the last attempt was no move; "" when there is nothing to say. */
  reason = $state('');

  #play: () => Play;
  #root: HTMLElement | undefined;
  #down: { at: Pointer; spot: Under; id: number } | undefined;
  #drag: Drag | undefined;
  #last: { piece: string | null; time: number } | undefined;
  #focus: string | undefined;
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(play: () => Play) {
    this.#play = play;
  }

  /** Where the piece in the hand may go. */
  get targets(): string[] {
    return targets(this.#play().moves, this.dragged ?? this.held);
  }

  isTarget = (place: string) => this.targets.includes(place);

  /** Attach to the board's outermost element. */
  attach = (root: HTMLElement) => {
    this.#root = root;
    const abort = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, answer: (event: HTMLElementEventMap[K]) => void) =>
      root.addEventListener(type, answer, { signal: abort.signal });
    on('pointerdown', this.#press);
    on('pointermove', this.#slide);
    on('pointerup', this.#lift);
    on('pointercancel', this.cancel);
    on('click', this.#click);
    on('keydown', this.#key);
    on('focusin', this.#focused);
    on('dragstart', (event) => event.preventDefault());
    on('contextmenu', (event) => this.#down && event.preventDefault());
    this.#rove();
    return () => abort.abort();
  };

  release = () => {
    this.held = null;
    this.reason = '';
    this.cancel();
  };

  /** A new picture: what waited is answered, what can no longer be moved falls from the hand. */
  settle(): void {
    this.#endDrag();
    this.held = keep(this.held, this.#play().moves);
  }

  /** After the page has changed: one spot is reached by Tab, and the focus stays where it was. */
  refocus(): void {
    const lost = this.#focus && this.#root && !this.#root.contains(document.activeElement);
    if (lost && document.activeElement === document.body) this.#spot(this.#focus!)?.focus();
    this.#rove();
  }

  #do(pick: Pick): void {
    const { onmove, why, waiting } = this.#play();
    this.held = pick.held;
    this.reason = pick.refused && !waiting ? why(pick.refused.piece, pick.refused.to) : '';
    // What the board itself refuses never reaches the server, where all else is heard of.
    if (this.reason) sound('error');
    if (pick.move) onmove(pick.move);
  }

  #tap(spot: Under, time: number): void {
    const { moves } = this.#play();
    if (spot.move && moves.includes(spot.move)) return this.#do({ held: null, move: spot.move });
    const again = spot.piece && this.#last?.piece === spot.piece && time - this.#last.time < DOUBLE;
    this.#last = again ? undefined : { piece: spot.piece ?? null, time };
    this.#do((again ? doubleTap : tap)(this.held, spot, moves));
  }

  #press = (event: PointerEvent) => {
    if (event.button !== 0 || this.#down) return;
    land(this.#root!);
    // What lies there now, not what flew by when the browser looked.
    const target = document.elementFromPoint?.(event.clientX, event.clientY);
    const spot = under(this.#root!.contains(target) ? target : event.target);
    this.#down = { at: pointer(event), spot, id: event.pointerId };
    this.#root!.setPointerCapture(event.pointerId);
  };

  #slide = (event: PointerEvent) => {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    if (!this.#drag && isDrag(down.at, pointer(event))) this.#startDrag();
    if (!this.#drag) return;
    this.#root!.style.setProperty('--dx', `${event.clientX - down.at.x}px`);
    this.#root!.style.setProperty('--dy', `${event.clientY - down.at.y}px`);
  };

  #startDrag(): void {
    const { spot, id } = this.#down!;
    if (!spot.piece || !targets(this.#play().moves, spot.piece).length) return;
    this.#drag = { piece: spot.piece, id, element: spot.element! };
    this.dragged = spot.piece;
    this.held = null;
    this.reason = '';
  }

  #lift = (event: PointerEvent) => {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    this.#down = undefined;
    const drag = this.#drag;
    this.#drag = undefined;
    const up = pointer(event);
    if (!drag || isShakyTap(down.at, up)) {
      this.#endDrag();
      if (drag || !isDrag(down.at, up) || isShakyTap(down.at, up)) this.#tap(down.spot, up.time);
      return;
    }
    const pick = drop(drag.piece, this.#landing(drag), this.#play().moves);
    if (pick.move) this.#waiting = setTimeout(() => this.#endDrag(), PATIENCE);
    else this.#endDrag();
    this.#do(pick);
  };

  #landing({ piece, element }: Drag): string | null {
    const home = element.closest('[data-place]');
    const legal = targets(this.#play().moves, piece);
    const places = [...this.#root!.querySelectorAll<HTMLElement>('[data-place]')]
      .filter((place) => place !== home)
      .map((place) => ({
        place: place.dataset['place']!,
        box: place.getBoundingClientRect(),
        legal: legal.includes(place.dataset['place']!),
      }));
    return landing(element.getBoundingClientRect(), places);
  }

  /** What the finger is doing is neither a tap nor a drag. */
  cancel = () => {
    this.#down = undefined;
    this.#drag = undefined;
    this.#endDrag();
  };

  #endDrag(): void {
    clearTimeout(this.#waiting);
    this.dragged = null;
  }

  /** Enter, Space and screen readers arrive as clicks without a pointer. */
  #click = (event: MouseEvent) => {
    if (event.detail === 0) this.#tap(under(event.target), event.timeStamp);
  };

  #key = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') this.release();
    else if (event.key === 'b') this.#do(doubleTap(this.held, under(event.target), this.#play().moves));
    else if (isArrow(event.key)) {
      const spots = this.#spots();
      const here = spots.indexOf(event.target as HTMLElement);
      spots[nextSpot(spots.map((spot) => spot.getBoundingClientRect()), here, event.key)]?.focus();
    } else return;
    event.preventDefault();
  };

  #focused = (event: FocusEvent) => {
    this.#focus = (event.target as HTMLElement).dataset['spot'];
    this.#rove();
  };

  #spots = () => [...(this.#root?.querySelectorAll<HTMLElement>('[data-spot]') ?? [])];
  #spot = (name: string) => this.#spots().find((spot) => spot.dataset['spot'] === name) ?? this.#spots()[0];

  #rove(): void {
    const spots = this.#spots();
    const one = spots.find((spot) => spot.dataset['spot'] === this.#focus) ?? spots[0];
    for (const spot of spots) spot.tabIndex = spot === one ? 0 : -1;
  }
}
