/** The guest session: created or resumed once a page, no matter how many components ask for it. */
import type { Me } from '../live/messages';

let pending: Promise<Me> | undefined;

async function createOrResume(): Promise<Me> {
  const response = await fetch('/api/me', { method: 'POST' });
  if (!response.ok) throw new Error(`expected a guest session, got ${response.status}`);
  return (await response.json()) as Me;
}

export function ensureSession(): Promise<Me> {
  pending ??= createOrResume().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** The cookie is no longer valid: the next `ensureSession` asks the server again. */
export const resetSession = () => (pending = undefined);
