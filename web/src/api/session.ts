/** Whoever comes is somebody: a guest is made once a page, however many parts ask. */
import type { Me } from '../live/messages';

let asked: Promise<Me> | undefined;

async function ask(): Promise<Me> {
  const answer = await fetch('/api/me', { method: 'POST' });
  if (!answer.ok) throw new Error(`expected a guest, got ${answer.status}`);
  return (await answer.json()) as Me;
}

export function meet(): Promise<Me> {
  asked ??= ask().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** The cookie was not good any more. */
export const forget = () => (asked = undefined);
