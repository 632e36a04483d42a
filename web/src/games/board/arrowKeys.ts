/** Arrow keys: from a spot to the nearest one in that direction. */
import type { Box } from './selection';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

const middle = (box: Box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;

/** The index of the spot to go to, or `from` if there is none that way. */
export function nextSpot(boxes: readonly Box[], from: number, arrow: Arrow): number {
  const here = boxes[from];
  if (!here) return from;
  const [x, y] = middle(here);
  const flat = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1;
  let best = from;
  let least = Infinity;
  boxes.forEach((box, i) => {
    const [bx, by] = middle(box);
    const ahead = sign * (flat ? bx - x : by - y);
    const aside = Math.abs(flat ? by - y : bx - x);
    // Straight on counts far more than near: a column is walked through before it is left.
    const far = ahead + 3 * aside;
    if (i !== from && ahead > 1 && far < least) [best, least] = [i, far];
  });
  return best;
}
