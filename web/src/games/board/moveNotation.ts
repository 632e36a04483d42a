/**
 * Moves as the server writes them: what is moved, a separator, where it goes: `7S>3`, `3R>2`, `3@b4`.
 * A move may also be a single word, such as `turn`.
 */

export function parseMove(move: string): { piece: string; to: string } | null {
  const separator = move.search(/[>@]/);
  return separator < 0 ? null : { piece: move.slice(0, separator), to: move.slice(separator + 1) };
}

/** Is there a move of this piece? */
export const isMovable = (moves: readonly string[], piece: string) =>
  moves.some((move) => parseMove(move)?.piece === piece);

/** Where the piece may go, in the order of the moves. */
export const destinations = (moves: readonly string[], piece: string | null) =>
  piece === null ? [] : moves.map(parseMove).filter((move) => move?.piece === piece).map((move) => move!.to);

/** The pieces that may go there. */
export const piecesFor = (moves: readonly string[], place: string): string[] =>
  [...new Set(moves.map(parseMove).filter((move) => move?.to === place).map((move) => move!.piece))];

export function findMove(moves: readonly string[], piece: string, to: string): string | undefined {
  return moves.find((move) => {
    const parsed = parseMove(move);
    return parsed?.piece === piece && parsed.to === to;
  });
}
