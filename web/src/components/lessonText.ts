/** What a link to a lesson says: begin, continue or repeat it. */
import { m } from '../paraglide/messages.js';
import { isLessonBegun, isLessonDone } from '../settings/lessonProgress';

export function lessonText(game: string): string {
  if (isLessonDone(game)) return m.lesson_repeat();
  return isLessonBegun(game) ? m.lesson_resume() : m.lesson_start();
}
