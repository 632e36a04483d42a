/** The gallery's cards follow the hand, without rules: only to look at the motion. */
import { parts } from '../games/pick';
import { rankOf, RANKS_40, suitOf, SUITS } from '../cards/names';
import type { Solitario40 } from '../games/pictures';

export function carried(picture: Solitario40, move: string): Solitario40 {
  const { piece, to } = parts(move) ?? {};
  if (!piece || !to) return picture;
  const column = picture.columns.findIndex((cards) => cards.includes(piece));
  const at = picture.columns[column]?.indexOf(piece) ?? 0;
  const run = picture.columns[column]?.slice(at) ?? [piece];
  const columns = picture.columns.map((cards, i) => {
    const left = i === column ? cards.slice(0, at) : cards;
    return String(i + 1) === to ? [...left, ...run] : left;
  });
  const mazzetto = picture.mazzetto.filter((name) => name !== piece);
  const rank = RANKS_40.indexOf(rankOf(piece)) + 1;
  const bases = picture.bases.map((height, i) => (to === 'b' && SUITS[i] === suitOf(piece) ? rank : height));
  return { ...picture, columns, mazzetto, bases, points: picture.points + 10 };
}
