/** Error messages of the server in the language of the user: one for each code of `server/errors.py`. */
import { m } from '../paraglide/messages.js';
import { languages } from '../settings/settings.svelte';
import { ApiError } from './client';

export const TEXTS: Record<string, () => string> = {
  offline: m.error_offline,
  refused: m.error_not_allowed,
  not_found: m.error_not_found,
  not_allowed: m.error_not_allowed,
  illegal_move: m.error_illegal_move,
  stale: m.error_stale,
  not_your_turn: m.table_not_your_turn,
  time_up: m.table_late,
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
  too_many_games: m.error_too_many_games,
  name_taken: m.error_name_taken,
  wrong_password: m.error_wrong_password,
  not_signed_in: m.error_not_signed_in,
  unavailable: m.error_unavailable,
  bad_message: m.error_bad_message,
  bad_option: m.error_bad_message,
  bad_record: m.error_bad_record,
  foreign_origin: m.error_wrong_host,
  wrong_host: m.error_wrong_host,
  wrong_method: m.error_request,
  wrong_media: m.error_request,
  no_length: m.error_request,
  too_slow: m.error_request,
  broken_off: m.error_request,
  broken: m.error_broken,
};
/** What was wrong with the input is in the server's own sentence, which is English. */
const WITH_REASON = ['bad_message', 'bad_option', 'bad_record'];

export function codeText(code: string, reason = ''): string {
  const text = TEXTS[code]?.() ?? m.error_broken();
  if (!reason || !WITH_REASON.includes(code)) return text;
  if (languages.current === 'en') return `${text} (${reason})`;
  const line = /^line (\d+): /.exec(reason)?.[1];
  return line ? `${text} (${m.error_line({ line })})` : text;
}

export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) throw error;
  return codeText(error.code, error.message);
}
