/** Arrow keys move the focus to the nearest spot in that direction. */
import type { Box } from './gestures';

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';

export const isArrow = (key: string): key is Arrow => /^Arrow(Up|Down|Left|Right)$/.test(key);

const centre = (box: Box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2] as const;

/** The index of the spot to focus, or `from` if there is none in that direction. */
export function nextSpot(boxes: readonly Box[], from: number, arrow: Arrow): number {
  const here = boxes[from];
  if (!here) return from;
  const [x, y] = centre(here);
  const isHorizontal = arrow === 'ArrowLeft' || arrow === 'ArrowRight';
  const sign = arrow === 'ArrowLeft' || arrow === 'ArrowUp' ? -1 : 1;
  let best = from;
  let shortest = Infinity;
  boxes.forEach((box, i) => {
    const [bx, by] = centre(box);
    const ahead = sign * (isHorizontal ? bx - x : by - y);
    const aside = Math.abs(isHorizontal ? by - y : bx - x);
    // Sideways distance counts three times, so that the focus walks through a column before leaving it.
    const distance = ahead + 3 * aside;
    if (i !== from && ahead > 1 && distance < shortest) [best, shortest] = [i, distance];
  });
  return best;
}
