import { parseMove } from '../board/moveNotation';
import type { AftaebrView } from '../views';

/** The piece goes from the hand of the player to move to the cell. */
export function predictMove(view: AftaebrView, move: string): AftaebrView {
  const { piece, to: cell } = parseMove(move) ?? {};
  if (!piece || !cell) return view;
  const number = Number(piece);
  const seat = view.turn ?? 0;
  const at = 'abcdef'.indexOf(cell[0]!) + 6 * (Number(cell[1]) - 1);
  const board = view.board.map((stack, i) => (i === at ? `${stack}${number}${'ABCD'[seat]}` : stack));
  const hands = view.hands.map((hand, i) =>
    i === seat ? hand.map((count, n) => (n === number - 1 ? count - 1 : count)) : hand);
  return { ...view, board, hands };
}
