/**
 * Animates pieces from their old position to the new one when the board is redrawn (FLIP technique):
 * `capture` before the DOM changes, `play` afterwards. Elements are matched by their `data-fly`.
 */
import { animationDuration } from '../../settings/settings.svelte';

const DEFAULT_DURATION = 180;
const ANIMATION_ID = 'move';
const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** Where an element is, and how wide: a tile on a tray is smaller than on the wall. */
type Position = { x: number; y: number; width: number; place: string | undefined };
/** Where an element is now, how far it moved, and whether its place has changed. */
export type MovedElement = Position & { distance: number; hasNewPlace: boolean };

const positionOf = (element: Element): Position => {
  const { left, top, width } = element.getBoundingClientRect();
  return { x: left, y: top, width, place: element.closest<HTMLElement>('[data-place]')?.dataset['place'] };
};

export class MoveAnimation {
  #from = new Map<string, Position>();
  #origins = new Map<string, Position>();

  /** Stores the position of every `data-fly`, and of the `data-home`s that new cards come from. */
  capture(root: HTMLElement | undefined): void {
    this.#from = this.#positions(root, 'fly');
    this.#origins = this.#positions(root, 'home');
  }

  /** Animates everything that has moved; returns the moved elements and their new positions. */
  play(root: HTMLElement | undefined, duration = DEFAULT_DURATION): MovedElement[] {
    const time = animationDuration(duration);
    const moved: MovedElement[] = [];
    if (!root || !(this.#from.size + this.#origins.size)) return moved;
    for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
      const known = this.#from.get(element.dataset['fly']!);
      const from = known ?? this.#origins.get(element.dataset['origin'] ?? '');
      const to = positionOf(element);
      const distance = from ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
      if (!from) appear(element, time);
      else if (distance > 1) {
        moved.push({ ...to, distance, hasNewPlace: from.place !== to.place });
        fly(element, from, to, time);
      }
    }
    return moved;
  }

  #positions(root: HTMLElement | undefined, kind: 'fly' | 'home'): Map<string, Position> {
    const elements = root?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? [];
    return new Map([...elements].map((element) => [element.dataset[kind]!, positionOf(element)]));
  }
}

/** Ends running animations at once, so that the user can touch the board without waiting. */
export function finishAnimations(root: HTMLElement): void {
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) if (animation.id === ANIMATION_ID) animation.finish();
}

function fly(element: HTMLElement, from: Position, to: Position, duration: number): void {
  if (!duration) return;
  const scale = to.width && from.width ? from.width / to.width : 1;
  const raised = { zIndex: 60, transformOrigin: 'top left' };
  element.animate(
    [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`, ...raised },
      { transform: 'none', ...raised },
    ],
    { duration, easing: EASE, id: ANIMATION_ID },
  );
}

/** A new card is turned over in place. */
function appear(element: HTMLElement, duration: number): void {
  if (!duration) return;
  element.animate([{ transform: 'scaleX(.1)' }, { transform: 'none' }], { duration, easing: EASE, id: ANIMATION_ID });
}
