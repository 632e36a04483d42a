/** The guest session: created or resumed once a page, no matter how many components ask for it. */
import type { Me } from '../live/messages';

let pending: Promise<Me> | undefined;
/** Settled when the last request that changes the user was answered. */
let change: Promise<unknown> = Promise.resolve();

async function createOrResume(): Promise<Me> {
  const response = await fetch('/api/me', { method: 'POST' });
  if (!response.ok) throw new Error(`expected a guest session, got ${response.status}`);
  return (await response.json()) as Me;
}

export function ensureSession(): Promise<Me> {
  pending ??= change.then(createOrResume).catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** The cookie is no longer valid: the next `ensureSession` asks the server again. */
export const resetSession = () => (pending = undefined);

/**
 * Signing up, in or out: the old cookie is revoked before the answer with the new one is here. Nobody may ask for a
 * session in between, or the browser would get a new guest, whose cookie might replace the account's.
 */
export async function changeSession<A>(request: () => Promise<A>): Promise<A> {
  const answer = change.then(request);
  change = answer.catch(() => undefined);
  try {
    return await answer;
  } finally {
    resetSession();
  }
}
