import type { AftaebrPicture, AzulPicture, NoveColonnePicture, PlainView, Solitario40Picture } from '../live/messages';

/** What a game shows: a player's view of a position, told apart by `game`. */
export type Picture = Solitario40Picture | NoveColonnePicture | AftaebrPicture | AzulPicture | PlainView;

/** What every board is given. */
export type BoardProps<P> = {
  picture: P;
  moves: readonly string[];
  onmove: (move: string) => void;
  /** A move to point at: somebody asked for a hint. */
  advice?: string | null;
  /** A move is on its way: touching the board says nothing about what is not a move. */
  waiting?: boolean;
};
