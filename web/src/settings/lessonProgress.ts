/** How far the user of this browser is in the lesson of each game. */

const KEY = 'tavolino.lessons';
const DONE = 0;

function progress(): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const entries = typeof stored === 'object' && stored ? Object.entries(stored) : [];
    return Object.fromEntries(entries.filter(([, step]) => Number.isInteger(step) && step >= 0)) as Record<string, number>;
  } catch {
    return {};
  }
}

const save = (game: string, step: number) => localStorage.setItem(KEY, JSON.stringify({ ...progress(), [game]: step }));

/** The step to go on with, from 1. */
export const lessonStep = (game: string): number => progress()[game] || 1;

export const isLessonBegun = (game: string): boolean => lessonStep(game) > 1;

export const isLessonDone = (game: string): boolean => progress()[game] === DONE;

export const saveLessonStep = save;

export const saveLessonDone = (game: string) => save(game, DONE);
