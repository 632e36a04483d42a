/** Cards fly from where they were to where they are: by name, from one picture to the next. */
import { lasting } from '../settings.svelte';

const FLIGHT = 180;
const ID = 'flight';
const EASE = 'cubic-bezier(.2,.7,.3,1)';

type Place = { x: number; y: number };
/** Where something lies now, how far it came, how wide it is. */
export type Flown = Place & { far: number; wide: number };

const placeOf = (element: Element): Place => {
  const { left, top } = element.getBoundingClientRect();
  return { x: left, y: top };
};

export class Flights {
  #from = new Map<string, Place>();
  #homes = new Map<string, Place>();

  /** Remember where everything with a `data-fly` lies, and the `data-home`s that new cards come from. */
  before(root: HTMLElement | undefined): void {
    this.#from = this.#places(root, 'fly');
    this.#homes = this.#places(root, 'home');
  }

  /** Let everything that has moved fly; returns where each will land. */
  after(root: HTMLElement | undefined): Flown[] {
    const time = lasting(FLIGHT);
    const moved: Flown[] = [];
    if (!root || !this.#from.size) return moved;
    for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
      const known = this.#from.get(element.dataset['fly']!);
      const from = known ?? this.#homes.get(element.dataset['comes'] ?? '');
      const to = placeOf(element);
      const far = from ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
      if (!from) appear(element, time);
      else if (far > 1) {
        moved.push({ ...to, far, wide: element.offsetWidth });
        fly(element, from.x - to.x, from.y - to.y, time);
      }
    }
    return moved;
  }

  #places(root: HTMLElement | undefined, kind: 'fly' | 'home'): Map<string, Place> {
    const elements = root?.querySelectorAll<HTMLElement>(`[data-${kind}]`) ?? [];
    return new Map([...elements].map((element) => [element.dataset[kind]!, placeOf(element)]));
  }
}

/** Whoever touches the board waits for no card: those in the air land. */
export function land(root: HTMLElement): void {
  for (const animation of root.getAnimations?.({ subtree: true }) ?? []) if (animation.id === ID) animation.finish();
}

function fly(element: HTMLElement, dx: number, dy: number, duration: number): void {
  if (!duration) return;
  element.animate(
    [
      { transform: `translate(${dx}px, ${dy}px)`, zIndex: 60 },
      { transform: 'none', zIndex: 60 },
    ],
    { duration, easing: EASE, id: ID },
  );
}

/** A card that nobody has seen yet turns over where it lies. */
function appear(element: HTMLElement, duration: number): void {
  if (!duration) return;
  element.animate([{ transform: 'scaleX(.1)' }, { transform: 'none' }], { duration, easing: EASE, id: ID });
}
