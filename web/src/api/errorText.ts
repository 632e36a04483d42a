/** Error messages of the REST API in the language of the user. */
import { m } from '../paraglide/messages.js';
import { ApiError } from './client';

const TEXTS: Record<string, () => string> = {
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
/** These include the server's own sentence, which is more precise. */
const TEXTS_WITH_REASON: Record<string, (values: { why: string }) => string> = {
  bad_message: m.refused_bad_message,
  bad_option: m.refused_bad_message,
  bad_record: m.refused_bad_record,
};

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { code, message } = error;
  return TEXTS[code]?.() ?? TEXTS_WITH_REASON[code]?.({ why: message }) ?? m.refused_broken();
}
