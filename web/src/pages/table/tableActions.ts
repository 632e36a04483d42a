/** What the buttons and keys of a table do. */
import { STYLES } from '../../cards/cardNames';
import { go } from '../../router';
import { refusal } from '../../api/errorText';
import { rest } from '../../api/client';
import { settings } from '../../settings/settings.svelte';
import { m } from '../../paraglide/messages.js';
import type { Table } from '../../live/liveTable.svelte';

export type Deeds = ReturnType<typeof deedsOf>;

export function deedsOf(table: Table, { ontrouble, onfresh }: { ontrouble: (text: string) => void; onfresh: () => void }) {
  const ifCan = (what: Parameters<Table['can']>[0]) => () => {
    if (table.can(what)) table.act({ type: what });
  };
  const goTo = (ask: (code: string) => Promise<{ table: string }>) => async () => {
    try {
      go(`/t/${(await ask(table.code)).table}`);
    } catch (error) {
      ontrouble(refusal(error));
    }
  };
  return {
    undo: ifCan('undo'),
    redo: ifCan('redo'),
    hint: ifCan('hint'),
    finish: ifCan('finish'),
    /** Only in practice the same deal can be had again. */
    giveUp: () => {
      if (!table.can('give_up')) return;
      if (table.info!.kind === 'practice' || confirm(m.table_give_up_sure())) table.act({ type: 'give_up' });
    },
    /** At any time, in the middle of a game (R-S40-02, 03). */
    faces: () => (settings.faces = STYLES[(STYLES.indexOf(settings.faces) + 1) % STYLES.length]!),
    again: goTo(rest.restart),
    rematch: goTo(rest.rematch),
    /** Aftaebr asks who plays; the others are dealt at once. */
    fresh: () => {
      const { game, options, kind } = table.info!;
      if (kind !== 'practice') return;
      if (game === 'aftaebr') onfresh();
      else go(`/g/${game}${Object.keys(options).length ? `?${new URLSearchParams(options)}` : ''}`);
    },
  };
}
