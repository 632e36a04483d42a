/** How far the user is in the lesson of each game: what this browser remembers, renewed from the server. */
import type { MyLesson } from '../live/messages';

const KEY = 'tavolino.lessons';
/** The steps that the server does not know yet: the page was left, or there was no network. */
const UNSENT = 'tavolino.lessons.unsent';
/** As a step: the lesson is finished. */
export const DONE = 0;

export type ProgressApi = {
  lessons: () => Promise<MyLesson[]>;
  saveLessonProgress: (game: string, step: number) => Promise<void>;
};

function progress(key: string = KEY): Record<string, number> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const entries = typeof stored === 'object' && stored ? Object.entries(stored) : [];
    return Object.fromEntries(entries.filter(([, step]) => Number.isInteger(step) && step >= 0)) as Record<string, number>;
  } catch {
    return {};
  }
}

const store = (key: string, steps: Record<string, number>) => localStorage.setItem(key, JSON.stringify(steps));

const save = (game: string, step: number) => store(KEY, { ...progress(), [game]: step });

/** The step to go on with, from 1. */
export const lessonStep = (game: string): number => progress()[game] || 1;

export const isLessonBegun = (game: string): boolean => lessonStep(game) > 1;

export const isLessonDone = (game: string): boolean => progress()[game] === DONE;

/** Here at once; the server hears of it later if it does not answer now. */
export async function saveLessonStep(api: ProgressApi, game: string, step: number): Promise<void> {
  save(game, step);
  store(UNSENT, { ...progress(UNSENT), [game]: step });
  await send(api, game, step);
}

async function send(api: ProgressApi, game: string, step: number): Promise<void> {
  await api.saveLessonProgress(game, step);
  const { [game]: unsent, ...rest } = progress(UNSENT);
  if (unsent === step) store(UNSENT, rest);
}

/** What the server knows counts, as it may come from another device; without an answer, what is stored here. */
export async function loadLessons(api: ProgressApi): Promise<void> {
  for (const [game, step] of Object.entries(progress(UNSENT))) await send(api, game, step).catch(() => {});
  const lessons = await api.lessons().catch(() => []);
  const unsent = progress(UNSENT);
  for (const { game, step } of lessons) if (step !== null && !(game in unsent)) save(game, step);
}
