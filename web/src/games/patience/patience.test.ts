import { describe, expect, it } from 'vitest';
import type { TableInfo } from '../../live/messages';
import { m } from '../../paraglide/messages.js';
import { patienceResult } from './patience';

const at = (kind: TableInfo['kind']) => ({ kind }) as TableInfo;

describe('the title at the end of a patience', () => {
  it('says that a practice game without a move is lost', () => {
    expect(patienceResult('lost', '', at('practice')).title).toBe(m.table_lost_game());
  });

  it('does not call a game that counts lost: the points stand', () => {
    for (const kind of ['contest', 'daily'] as const) {
      expect(patienceResult('lost', '', at(kind)).title).toBe(m.table_no_moves());
      expect(patienceResult('given up', '', at(kind)).title).toBe(m.table_ended_early());
    }
  });
});
