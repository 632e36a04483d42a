/** The actions behind the buttons and keys of the table page. */
import { confirmation } from '../../../components/dialogs/confirmation.svelte';
import { navigate } from '../../../router';
import { errorText } from '../../../api/errorText';
import { api } from '../../../api/client';
import { nextFaces } from '../../../settings/faces';
import { m } from '../../../paraglide/messages.js';
import type { LiveTable } from '../../../live/liveTable.svelte';

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
    /** Asks first, except in practice, where it can be taken back. */
    giveUp: async () => {
      if (!table.can('give_up')) return;
      const question = { title: m.table_done_sure(), text: m.table_done_ends(), action: m.table_done(), decline: m.table_go_on() };
      if (table.info!.kind === 'practice' || (await confirmation.ask(question))) table.send({ type: 'give_up' });
    },
    /** At any time during a game (R-S40-02, 03). */
    nextCardStyle: () => nextFaces(table.info!.game),
    restart: openTable(api.restart),
    /** Onlookers only follow the players. */
    rematch: () => (table.info!.yours.length ? openTable(api.rematch)() : navigate(`/t/${table.info!.rematch}`)),
    /** A game for several asks for the players first; the others are dealt at once. */
    newDeal: () => {
      const { game, options, kind, players } = table.info!;
      if (kind !== 'practice') return;
      if (players > 1) onnewgame();
      else navigate(`/g/${game}${Object.keys(options).length ? `?${new URLSearchParams(options)}` : ''}`);
    },
  };
}
