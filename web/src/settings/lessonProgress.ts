/** How far the user is in the lesson of each game: what this browser remembers, renewed from the server. */
import type { MyLesson } from '../live/messages';

const KEY = 'tavolino.lessons';
/** As a step: the lesson is finished. */
export const DONE = 0;

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

/** What the server knows counts, as it may come from another device; without an answer, what is stored here. */
export async function loadLessons(api: { lessons: () => Promise<MyLesson[]> }): Promise<void> {
  const lessons = await api.lessons().catch(() => []);
  for (const { game, step } of lessons) if (step !== null) save(game, step);
}
