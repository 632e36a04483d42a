/** How much height the columns of a patience need. */
import { FACE_DOWN } from '../../cards/cardNames';

/**
 * The least height of the longest column, in heights of a card, as a CSS expression: `--index` is the part of a
 * covered card that shows its index.
 */
export function longestColumn(columns: readonly string[][]): string {
  const heights = columns.map((cards) => {
    const hidden = cards.filter((name) => name === FACE_DOWN).length;
    const covered = Math.max(0, cards.length - hidden - 1);
    return `1 + ${hidden} * var(--back) + ${covered} * var(--index)`;
  });
  return `max(1, ${heights.join(', ')})`;
}
