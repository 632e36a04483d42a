/** Why a place does not accept a card: the message says what the place requires. */
import { m } from '../../paraglide/messages.js';

export function illegalMoveReason(columns: string[][], emptyColumnAccepts: 'king' | 'any') {
  return (_piece: string, to: string | null): string => {
    if (to === null) return m.why_stuck();
    if (to.startsWith('b')) return m.why_base();
    if (to === 'reserve') return m.why_reserve();
    if (columns[Number(to) - 1]?.length) return m.why_column();
    return emptyColumnAccepts === 'king' ? m.why_empty_king() : m.why_one_card();
  };
}
