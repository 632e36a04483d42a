/** Why the server refused, in the words of the person who reads it. */
import { m } from '../paraglide/messages.js';
import { Refused } from './client';

const WORDS: Record<string, () => string> = {
  offline: m.refused_offline,
  not_found: m.refused_not_found,
  not_allowed: m.refused_not_allowed,
  not_seated: m.refused_not_seated,
  not_started: m.refused_not_started,
  not_over: m.refused_not_over,
  other_rules: m.refused_other_rules,
  table_full: m.refused_table_full,
  table_over: m.refused_table_over,
  too_fast: m.refused_too_fast,
  too_large: m.refused_too_large,
  too_many: m.refused_too_many,
  name_taken: m.refused_name_taken,
  wrong_password: m.refused_wrong_password,
  not_signed_in: m.refused_not_signed_in,
  unavailable: m.refused_unavailable,
};
/** Here the server's own sentence says more than ours could. */
const TELLING: Record<string, (said: { why: string }) => string> = {
  bad_message: m.refused_bad_message,
  bad_option: m.refused_bad_message,
  bad_record: m.refused_bad_record,
};

export function refusal(error: unknown): string {
  if (!(error instanceof Refused)) throw error;
  const { code, message } = error;
  return WORDS[code]?.() ?? TELLING[code]?.({ why: message }) ?? m.refused_broken();
}
