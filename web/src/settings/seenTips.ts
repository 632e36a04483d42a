/** The tips that the user of this browser has seen, by game and key. */

const KEY = 'tavolino.tips';

function seen(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((tip) => typeof tip === 'string') : [];
  } catch {
    return [];
  }
}

const nameOf = (game: string, key: string) => `${game} ${key}`;

export const isTipSeen = (game: string, key: string): boolean => seen().includes(nameOf(game, key));

export const saveTipSeen = (game: string, key: string) => localStorage.setItem(KEY, JSON.stringify([...new Set([...seen(), nameOf(game, key)])]));

/** All tips are shown once more. */
export const forgetTips = () => localStorage.removeItem(KEY);
