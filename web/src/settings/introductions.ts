/** The games that have been introduced to the user of this browser: each is explained once, at the first visit. */

const KEY = 'tavolino.introduced';

function introduced(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((game) => typeof game === 'string') : [];
  } catch {
    return [];
  }
}

/** True the first time it is asked for a game. */
export function isFirstVisit(game: string): boolean {
  const games = introduced();
  if (games.includes(game)) return false;
  localStorage.setItem(KEY, JSON.stringify([...games, game]));
  return true;
}
