/** Autoplay: in practice, safe cards go to their bases by themselves, if the user wants it so. */
import { gameModule } from '../../../games/registry';
import type { LiveTable } from '../../../live/liveTable.svelte';
import { animationDuration, settings } from '../../../settings/settings.svelte';

/** The time to see the player's own move first, in milliseconds at calm speed. */
const PAUSE_MS = 300;

/** Call during component initialisation. */
export function playSafeMoves(table: LiveTable): void {
  let hasMoved = $state(false);
  // Only after a move of the player: what was taken back stays back, and an opened table is as it was left.
  $effect(() => {
    const command = table.pending?.command.type;
    if (command && command !== 'hint') hasMoved = command === 'move';
  });
  $effect(() => {
    const move = hasMoved ? nextSafeMove(table) : undefined;
    if (!move) return;
    const timer = setTimeout(() => table.send({ type: 'move', move }), animationDuration(PAUSE_MS));
    return () => clearTimeout(timer);
  });
}

/** Never in a contest or a daily deal: there every move is the player's own. */
export function nextSafeMove(table: LiveTable): string | undefined {
  const { update, info, moves } = table;
  if (!settings.autoplay || !update || info?.kind !== 'practice' || !moves.length || table.isAnimating) return undefined;
  return gameModule(update.view.game).safeMove?.(update.view, moves);
}
