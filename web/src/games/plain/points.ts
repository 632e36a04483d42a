/** Scores that only repeat who has won (1, or else 0) are not points. */
export const hasPoints = (scores: readonly number[], winners?: readonly number[]): boolean =>
  scores.some((score, seat) => (winners ? score !== Number(winners.includes(seat)) : score !== 0 && score !== 1));
