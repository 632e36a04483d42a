/** The server's limit, so that a button is disabled rather than refused (docs/server/protocol.md). */
export const PHRASES = 3;
export const PERIOD_MS = 10_000;

/** How long to wait before the next phrase, in milliseconds; `said` are the times of the last ones. */
export function waitBeforeNext(said: readonly number[], now: number): number {
  const first = said.at(-PHRASES);
  return first === undefined ? 0 : Math.max(0, first + PERIOD_MS - now);
}
