/** Ears at a table: whoever sits there or looks on hears what happens, while it happens. */
import { untrack } from 'svelte';
import { live } from '../live/connection.svelte';
import type { Update } from '../live/messages';
import { lasting } from '../settings/settings.svelte';
import type { Table } from '../live/liveTable.svelte';
import { heard, shortIn } from './soundEvents';
import { sound } from './sounds';

/** However quick the motion, sounds follow one another. */
const APART = 70;

/** Call while the page of the table starts. */
export function listen(table: Table): void {
  let known: Update | undefined;
  $effect(() => {
    const update = table.update;
    if (!update) return;
    const info = untrack(() => table.info!);
    heard(known, update, info).forEach(({ sound: name, at }, i) => sound(name, Math.max(lasting(at), i * APART)));
    known = update;
  });
  $effect(() => {
    const wait = table.update && table.info ? shortIn(table.update, table.info, live.now()) : null;
    if (wait === null) return;
    const timer = setTimeout(() => sound('hurry'), wait);
    return () => clearTimeout(timer);
  });
  $effect(() => {
    if (table.refused) sound('error');
  });
}
