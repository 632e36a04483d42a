/** The props of boards. */
import { untrack } from 'svelte';
import type { BoardContext } from '../gameModule';

/** The props that every board takes. */
export type BoardProps<View> = {
  view: View;
  moves: readonly string[];
  onmove: (move: string) => void;
  /** The move that a hint suggests. */
  hint?: string | null;
  /** A move is on its way to the server: until it is answered, the board does not explain illegal moves. */
  waiting?: boolean;
};

/** The props of boards that animate the updates of a table. */
export const animatedBoardProps = ({ table, narrate }: BoardContext) => ({
  update: table.reviewedStep === null && !table.isWaiting ? table.update : null,
  narrate,
  onanimating: (isAnimating: boolean) => untrack(() => table.setAnimating(isAnimating)),
});
