/** The result of a verification, in words. */
import type { Verification } from '../../api/client';
import { m } from '../../paraglide/messages.js';

export function verdictText({ is_genuine, unknown, difference }: Verification): string {
  if (is_genuine) return m.replay_genuine();
  if (is_genuine === null) return unknown === 'time' ? m.verify_unknown_time() : m.verify_unknown_secret();
  if (!difference) return `${m.replay_forged()} ${m.verify_nonces_count()}`;
  const { entry, expected, got } = difference;
  const reason = !expected ? m.verify_extra({ entry, got }) : got ? m.verify_other({ entry, expected, got }) : m.verify_cut({ expected });
  return `${m.replay_forged()} ${reason}`;
}

/** One line for each thing that was checked, or could not be. */
export function checks({ is_genuine, counts, origin }: Verification): { sign: '✓' | '–'; text: string }[] {
  const done = is_genuine === true;
  return [
    { sign: '✓', text: m.verify_moves({ count: counts.entries }) },
    ...(origin.secret ? [{ sign: '✓', text: m.verify_secret() } as const] : []),
    { sign: done ? '✓' : '–', text: done ? m.verify_chance({ count: counts.chance }) : m.verify_chance_not() },
    ...(done && counts.calls ? [{ sign: '✓', text: m.verify_calls({ count: counts.calls }) } as const] : []),
    ...(counts.trusted ? [{ sign: '–', text: m.verify_trusted({ count: counts.trusted }) } as const] : []),
  ];
}
