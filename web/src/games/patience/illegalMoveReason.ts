/** Why a place does not accept a card: the message says what the place requires. */
import { m } from '../../paraglide/messages.js';

export function illegalMoveReason(columns: string[][], emptyColumnAccepts: 'king' | 'any') {
  return (_piece: string, to: string | null): string => {
    if (to === null) return m.illegal_stuck();
    if (to.startsWith('b')) return m.illegal_base();
    if (to === 'mazzetto') return m.illegal_mazzetto();
    if (to === 'reserve') return m.illegal_reserve();
    if (columns[Number(to) - 1]?.length) return m.illegal_column();
    return emptyColumnAccepts === 'king' ? m.illegal_empty_king() : m.illegal_one_card();
  };
}
