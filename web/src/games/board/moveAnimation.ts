/** Cards fly from where they were to where they are: by name, from one picture to the next. */
import { lasting } from '../../settings/settings.svelte';

const FLIGHT = 180;
const ID = 'flight';
const EASE = 'cubic-bezier(.2,.7,.3,1)';

/** Where something lies, and how wide it is: a tile on a tray is smaller than on the wall. */
type Place = { x: number; y: number; width: number; place: string | undefined };
/** Where something lies now, how far it came, and whether it lies on another place than before. */
export type Flown = Place & { far: number; isElsewhere: boolean };

const placeOf = (element: Element): Place => {
  const { left, top, width } = element.getBoundingClientRect();
  return { x: left, y: top, width, place: element.closest<HTMLElement>('[data-place]')?.dataset['place'] };
};

export class Flights {
  #from = new Map<string, Place>();
  #homes = new Map<string, Place>();

  /** Remember where everything with a `data-fly` lies, and the `data-home`s that new cards come from. */
  before(root: HTMLElement | undefined): void {
    this.#from = this.#places(root, 'fly');
    this.#homes = this.#places(root, 'home');
  }

  /** Let everything that has moved fly, for so many milliseconds; returns where each will land. */
  after(root: HTMLElement | undefined, flight = FLIGHT): Flown[] {
    const time = lasting(flight);
    const moved: Flown[] = [];
    if (!root || !(this.#from.size + this.#homes.size)) return moved;
    for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
      const known = this.#from.get(element.dataset['fly']!);
      const from = known ?? this.#homes.get(element.dataset['comes'] ?? '');
      const to = placeOf(element);
      const far = from ? Math.hypot(from.x - to.x, from.y - to.y) : 0;
      if (!from) appear(element, time);
      else if (far > 1) {
        moved.push({ ...to, far, isElsewhere: from.place !== to.place });
        fly(element, from, to, time);
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

function fly(element: HTMLElement, from: Place, to: Place, duration: number): void {
  if (!duration) return;
  const grown = to.width && from.width ? from.width / to.width : 1;
  const lifted = { zIndex: 60, transformOrigin: 'top left' };
  element.animate(
    [
      { transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${grown})`, ...lifted },
      { transform: 'none', ...lifted },
    ],
    { duration, easing: EASE, id: ID },
  );
}

/** A card that nobody has seen yet turns over where it lies. */
function appear(element: HTMLElement, duration: number): void {
  if (!duration) return;
  element.animate([{ transform: 'scaleX(.1)' }, { transform: 'none' }], { duration, easing: EASE, id: ID });
}
