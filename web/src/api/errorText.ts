/** Error messages of the REST API in the language of the user. */
import { m } from '../paraglide/messages.js';
import { ApiError } from './client';

const TEXTS: Record<string, () => string> = {
  offline: m.error_offline,
  not_found: m.error_not_found,
  not_allowed: m.error_not_allowed,
  needs_account: m.error_needs_account,
  not_seated: m.error_not_seated,
  not_started: m.error_not_started,
  not_over: m.error_not_over,
  other_rules: m.error_other_rules,
  table_full: m.error_table_full,
  table_over: m.error_table_over,
  too_fast: m.error_too_fast,
  too_large: m.error_too_large,
  too_many: m.error_too_many,
  name_taken: m.error_name_taken,
  wrong_password: m.error_wrong_password,
  not_signed_in: m.error_not_signed_in,
  unavailable: m.error_unavailable,
};
/** These include the server's own sentence, which is more precise. */
const TEXTS_WITH_REASON: Record<string, (values: { why: string }) => string> = {
  bad_message: m.error_bad_message,
  bad_option: m.error_bad_message,
  bad_record: m.error_bad_record,
};

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  const { code, message } = error;
  return TEXTS[code]?.() ?? TEXTS_WITH_REASON[code]?.({ why: message }) ?? m.error_broken();
}
