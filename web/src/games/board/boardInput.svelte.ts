/**
 * Input on a board: pointer, touch and keyboard events become taps and drops (selection.ts).
 *
 * The board marks its elements: `data-piece` is what a move takes, `data-place` where it may go,
 * `data-move` a move without a piece (turn the mazzo), `data-spot` everything the arrow keys stop at.
 */
import { playSound } from '../../sounds/sounds';
import { isArrow, nextSpot } from './arrowKeys';
import { centredAt, DOUBLE_TAP_MS, dropTarget, isDrag, isSamePress, isShakyTap, pointerOf, type Pointer } from './gestures';
import { finishAnimations } from './moveAnimation';
import { destinations, piecesFor } from './moveNotation';
import { doubleTap, drop, keepSelection, tap, type BestMove, type GestureResult, type Spot } from './selection';

export type BoardState = {
  moves: readonly string[];
  onmove: (move: string) => void;
  /** Says briefly why this is not a legal move; `to` is null if the piece cannot be moved at all. */
  explainIllegal: (piece: string, to: string | null) => string;
  /** Says what to do after a tap on a place while nothing is selected; `pieces` are those that may go there. */
  explainPlace?: (place: string, pieces: readonly string[]) => string;
  /** If a single tap is to move a piece: where to. */
  bestMove?: BestMove | undefined;
  /** A move is on its way to the server: what is not possible now may be in a moment. */
  waiting?: boolean;
};

type Drag = { piece: string; id: number; element: HTMLElement };

type SpotUnderPointer = Spot & { element: HTMLElement | null; move: string | undefined };

/** What is under the pointer. Read when the event arrives, because the board may be redrawn before it is used. */
function spotUnder(target: EventTarget | null): SpotUnderPointer {
  const closest = (kind: string) => (target as Element | null)?.closest<HTMLElement>(`[data-${kind}]`) ?? null;
  return {
    element: closest('piece'),
    piece: closest('piece')?.dataset['piece'] ?? null,
    place: closest('place')?.dataset['place'] ?? null,
    move: closest('move')?.dataset['move'],
  };
}

/** A piece that has not moved for this time is held still. */
const HOLD_MS = 500;
/** A dropped card goes back if the server has not answered after this time. */
const ANSWER_TIMEOUT_MS = 1500;

export class BoardInput {
  selected = $state<string | null>(null);
  /** The piece being dragged, or just dropped and waiting for the next position. */
  dragged = $state<string | null>(null);
  /** Why the last attempt was not a legal move, or what to do next; "" if there is nothing to explain. */
  reason = $state('');
  /** The place under the pointer, under the dragged piece, or with the focus. */
  over = $state<string | null>(null);

  #state: () => BoardState;
  #root: HTMLElement | undefined;
  #down: { at: Pointer; spot: SpotUnderPointer; id: number } | undefined;
  #drag: Drag | undefined;
  #lastTap: { piece: string | null; time: number } | undefined;
  /** The tap that has just moved a card. */
  #oneTap: Pointer | undefined;
  #heldAt: Pointer | undefined;
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  #focusedSpot: string | undefined;
  #answerTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: () => BoardState) {
    this.#state = state;
  }

  /** Where the selected or dragged piece may go. */
  get targets(): string[] {
    return destinations(this.#state().moves, this.dragged ?? this.selected);
  }

  isTarget = (place: string) => this.targets.includes(place);

  /** Would the dragged piece be dropped there? */
  isLanding = (place: string) => this.dragged !== null && this.over === place && this.isTarget(place);

  /** Attach to the board's outermost element. */
  attach = (root: HTMLElement) => {
    this.#root = root;
    const abort = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(type: K, handler: (event: HTMLElementEventMap[K]) => void) =>
      root.addEventListener(type, handler, { signal: abort.signal });
    on('pointerdown', this.#onPointerDown);
    on('pointermove', this.#onPointerMove);
    on('pointerup', this.#onPointerUp);
    on('pointercancel', this.cancel);
    on('pointerover', (event) => !this.#down && event.pointerType === 'mouse' && (this.over = spotUnder(event.target).place ?? null));
    on('pointerleave', () => !this.#down && (this.over = null));
    on('click', this.#onClick);
    on('keydown', this.#onKeyDown);
    on('focusin', this.#onFocusIn);
    on('dragstart', (event) => event.preventDefault());
    on('contextmenu', (event) => this.#down && event.preventDefault());
    this.#updateTabStop();
    return () => abort.abort();
  };

  clear = () => {
    this.selected = null;
    this.reason = '';
    this.cancel();
  };

  /** A new position has arrived: the drag is over, and what can no longer be moved is deselected. */
  positionChanged(): void {
    this.#endDrag();
    this.selected = keepSelection(this.selected, this.#state().moves);
  }

  /** After a redraw: one spot is reachable by Tab, and the focus stays where it was. */
  restoreFocus(): void {
    const isLost = this.#focusedSpot && this.#root && !this.#root.contains(document.activeElement);
    if (isLost && document.activeElement === document.body) this.#findSpot(this.#focusedSpot!)?.focus();
    this.#updateTabStop();
  }

  #apply(result: GestureResult): void {
    const { onmove, explainIllegal, waiting } = this.#state();
    this.selected = result.selected;
    this.reason = result.illegal && !waiting ? explainIllegal(result.illegal.piece, result.illegal.to) : '';
    // All other sounds follow from the server's updates; an illegal move is never sent.
    if (this.reason) {
      playSound('error');
      this.#root?.dispatchEvent(new CustomEvent('illegal', { bubbles: true }));
    }
    if (result.move) onmove(result.move);
  }

  /** A place before a piece is the first half of the move if a single piece may go there. */
  #tapPlace(place: string, explainPlace: NonNullable<BoardState['explainPlace']>): void {
    const { moves, waiting } = this.#state();
    const pieces = piecesFor(moves, place);
    this.selected = pieces.length === 1 ? pieces[0]! : null;
    this.reason = moves.length && !waiting ? explainPlace(place, pieces) : '';
  }

  #tap(spot: SpotUnderPointer, time: number, at?: Pointer): void {
    const { moves, bestMove, explainPlace } = this.#state();
    // The second half of a double click: the first has moved the card, and another is under the pointer now.
    const isEcho = at && this.#oneTap && isSamePress(this.#oneTap, at);
    this.#oneTap = undefined;
    if (isEcho) return;
    if (explainPlace && this.selected === null && !spot.piece && spot.place) return this.#tapPlace(spot.place, explainPlace);
    if (spot.move && moves.includes(spot.move)) return this.#apply({ selected: null, move: spot.move });
    const isDouble = spot.piece && this.#lastTap?.piece === spot.piece && time - this.#lastTap.time < DOUBLE_TAP_MS;
    this.#lastTap = isDouble ? undefined : { piece: spot.piece ?? null, time };
    const result = isDouble ? doubleTap(this.selected, spot, moves) : tap(this.selected, spot, moves, bestMove);
    if (result.move && this.selected === null) this.#oneTap = at;
    this.#apply(result);
  }

  #onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || this.#down) return;
    finishAnimations(this.#root!);
    // The element that is there now: the event's target may have been moving past.
    const target = document.elementFromPoint?.(event.clientX, event.clientY);
    const spot = spotUnder(this.#root!.contains(target) ? target : event.target);
    this.#down = { at: pointerOf(event), spot, id: event.pointerId };
    this.over = spot.place ?? null;
    this.#root!.setPointerCapture(event.pointerId);
  };

  #onPointerMove = (event: PointerEvent) => {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    if (!this.#drag && isDrag(down.at, pointerOf(event))) this.#startDrag();
    if (!this.#drag) {
      this.over = spotUnder(document.elementFromPoint(event.clientX, event.clientY)).place ?? null;
      return;
    }
    this.#root!.style.setProperty('--dx', `${event.clientX - down.at.x}px`);
    this.#root!.style.setProperty('--dy', `${event.clientY - down.at.y}px`);
    const now = pointerOf(event);
    this.over = this.#dropTarget(this.#drag, now);
    if (this.#heldAt && isDrag(this.#heldAt, now)) this.reason = '';
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => this.#explainHeld(now), HOLD_MS);
  };

  /** A piece held still over a place that does not accept it is told why before it is dropped. */
  #explainHeld(at: Pointer): void {
    const drag = this.#drag;
    if (!drag) return;
    this.#heldAt = at;
    const { moves, explainIllegal } = this.#state();
    const { illegal } = drop(drag.piece, this.#dropTarget(drag, at), moves);
    this.reason = illegal ? explainIllegal(illegal.piece, illegal.to) : '';
  }

  #startDrag(): void {
    const { spot, id } = this.#down!;
    if (!spot.piece || !destinations(this.#state().moves, spot.piece).length) return;
    this.#drag = { piece: spot.piece, id, element: spot.element! };
    this.dragged = spot.piece;
    this.selected = null;
    this.reason = '';
  }

  #onPointerUp = (event: PointerEvent) => {
    const down = this.#down;
    if (!down || event.pointerId !== down.id) return;
    this.#down = undefined;
    if (event.pointerType !== 'mouse') this.over = null;
    const drag = this.#drag;
    this.#drag = undefined;
    const up = pointerOf(event);
    if (!drag || isShakyTap(down.at, up)) {
      this.#endDrag();
      if (drag || !isDrag(down.at, up) || isShakyTap(down.at, up)) this.#tap(down.spot, up.time, up);
      return;
    }
    const result = drop(drag.piece, this.#dropTarget(drag, up), this.#state().moves);
    if (result.move) this.#answerTimer = setTimeout(() => this.#endDrag(), ANSWER_TIMEOUT_MS);
    else this.#endDrag();
    this.#apply(result);
  };

  #dropTarget({ piece, element }: Drag, at: Pointer): string | null {
    const home = element.closest('[data-place]');
    const legal = destinations(this.#state().moves, piece);
    const places = [...this.#root!.querySelectorAll<HTMLElement>('[data-place]')]
      .filter((place) => place !== home)
      .map((place) => ({
        place: place.dataset['place']!,
        box: place.getBoundingClientRect(),
        isLegal: legal.includes(place.dataset['place']!),
      }));
    // What moves may be a part of what was pressed, such as a tile in its spot: then the pointer counts.
    const part = element.querySelector('.dragged')?.getBoundingClientRect();
    return dropTarget(part ? centredAt(part, at) : element.getBoundingClientRect(), places);
  }

  /** The current touch is neither a tap nor a drag. */
  cancel = () => {
    this.#down = undefined;
    this.#drag = undefined;
    this.over = null;
    this.#endDrag();
  };

  #endDrag(): void {
    clearTimeout(this.#answerTimer);
    if (this.dragged) this.over = null;
    clearTimeout(this.#holdTimer);
    this.#heldAt = undefined;
    this.dragged = null;
  }

  /** Enter, Space and screen readers produce clicks without a pointer. */
  #onClick = (event: MouseEvent) => {
    if (event.detail === 0) this.#tap(spotUnder(event.target), event.timeStamp);
  };

  #onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape') this.clear();
    else if (event.key === 'b') this.#apply(doubleTap(this.selected, spotUnder(event.target), this.#state().moves));
    else if (isArrow(event.key)) {
      const spots = this.#allSpots();
      const here = spots.indexOf(event.target as HTMLElement);
      spots[nextSpot(spots.map((spot) => spot.getBoundingClientRect()), here, event.key)]?.focus();
    } else return;
    event.preventDefault();
  };

  #onFocusIn = (event: FocusEvent) => {
    this.#focusedSpot = (event.target as HTMLElement).dataset['spot'];
    this.over = spotUnder(event.target).place ?? null;
    this.#updateTabStop();
  };

  #allSpots = () => [...(this.#root?.querySelectorAll<HTMLElement>('[data-spot]') ?? [])];
  #findSpot = (name: string) => this.#allSpots().find((spot) => spot.dataset['spot'] === name) ?? this.#allSpots()[0];

  #updateTabStop(): void {
    const spots = this.#allSpots();
    const tabStop = spots.find((spot) => spot.dataset['spot'] === this.#focusedSpot) ?? spots[0];
    for (const spot of spots) spot.tabIndex = spot === tabStop ? 0 : -1;
  }
}
