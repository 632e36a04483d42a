/** Plays the sounds of a table, for players and onlookers. */
import { untrack } from 'svelte';
import { connection } from '../live/connection.svelte';
import type { Update } from '../live/messages';
import { animationDuration } from '../settings/settings.svelte';
import type { LiveTable } from '../live/liveTable.svelte';
import { soundsOf, timeWarningIn } from './soundEvents';
import { playSound } from './sounds';

/** The least time between two sounds, however fast the animations are. */
const MIN_GAP = 70;

/** Call during initialisation of the table page. */
export function playTableSounds(table: LiveTable): void {
  let previous: Update | undefined;
  $effect(() => {
    const update = table.update;
    if (!update) return;
    const info = untrack(() => table.info!);
    soundsOf(previous, update, info).forEach(({ sound, at }, i) => playSound(sound, Math.max(animationDuration(at), i * MIN_GAP)));
    previous = update;
  });
  $effect(() => {
    const wait = table.update && table.info ? timeWarningIn(table.update, table.info, connection.now()) : null;
    if (wait === null) return;
    const timer = setTimeout(() => playSound('hurry'), wait);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    if (table.refusal) playSound('error');
  });
}
