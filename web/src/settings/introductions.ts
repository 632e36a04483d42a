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

export function isIntroduced(game: string): boolean {
  return introduced().includes(game);
}

export function markIntroduced(game: string): void {
  if (!isIntroduced(game)) localStorage.setItem(KEY, JSON.stringify([...introduced(), game]));
}
