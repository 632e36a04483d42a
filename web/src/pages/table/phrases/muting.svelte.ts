/** The tables where the user does not want to hear the others, remembered by the browser. */
import { SvelteSet } from 'svelte/reactivity';

const KEY = 'tavolino.muted';
/** The older ones are forgotten. */
const MAX_TABLES = 20;

function readStored(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter((code) => typeof code === 'string') : [];
  } catch {
    return [];
  }
}

const muted = new SvelteSet<string>(readStored());

export const isMuted = (table: string) => muted.has(table);

export function mute(table: string, isOn: boolean): void {
  muted.delete(table);
  if (isOn) muted.add(table);
  localStorage.setItem(KEY, JSON.stringify([...muted].slice(-MAX_TABLES)));
}
