/** The actions behind the buttons and keys of the table page. */
import { STYLES } from '../../cards/cardNames';
import { navigate } from '../../router';
import { errorText } from '../../api/errorText';
import { api } from '../../api/client';
import { settings } from '../../settings/settings.svelte';
import { m } from '../../paraglide/messages.js';
import type { LiveTable } from '../../live/liveTable.svelte';

export type TableActions = ReturnType<typeof createTableActions>;

type Handlers = { onerror: (text: string) => void; onnewgame: () => void };

export function createTableActions(table: LiveTable, { onerror, onnewgame }: Handlers) {
  const sendIfAllowed = (type: Parameters<LiveTable['can']>[0]) => () => {
    if (table.can(type)) table.send({ type });
  };
  const openTable = (request: (code: string) => Promise<{ table: string }>) => async () => {
    try {
      navigate(`/t/${(await request(table.code)).table}`);
    } catch (error) {
      onerror(errorText(error));
    }
  };
  return {
    undo: sendIfAllowed('undo'),
    redo: sendIfAllowed('redo'),
    hint: sendIfAllowed('hint'),
    finish: sendIfAllowed('finish'),
    /** Asks first, except in practice, where the same deal can be played again. */
    giveUp: () => {
      if (!table.can('give_up')) return;
      if (table.info!.kind === 'practice' || confirm(m.table_give_up_sure())) table.send({ type: 'give_up' });
    },
    /** At any time during a game (R-S40-02, 03). */
    nextCardStyle: () => (settings.faces = STYLES[(STYLES.indexOf(settings.faces) + 1) % STYLES.length]!),
    restart: openTable(api.restart),
    rematch: openTable(api.rematch),
    /** A game for several asks for the players first; the others are dealt at once. */
    newDeal: () => {
      const { game, options, kind, players } = table.info!;
      if (kind !== 'practice') return;
      if (players > 1) onnewgame();
      else navigate(`/g/${game}${Object.keys(options).length ? `?${new URLSearchParams(options)}` : ''}`);
    },
  };
}
