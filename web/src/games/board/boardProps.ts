/** The props of boards. */
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

/** The props of boards that animate updates. */
export const animatedBoardProps = ({ update, narrate, onanimating }: BoardContext) => ({ update, narrate, onanimating });
