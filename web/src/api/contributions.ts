/** What this browser has contributed to the seeds of its tables, and the check that it was used (docs/server/fairness.md). */

export type Contribution = {
  nonce: string;
  /** The server's commitment, as it was when the nonce was sent. */
  commitment: string;
};

const KEY = 'tavolino.nonces';
const NONCE_BYTES = 16;
/** The oldest are forgotten. */
const MAX_KEPT = 100;

export const newNonce = () => hex(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

function read(): Record<string, Contribution> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored ? (stored as Record<string, Contribution>) : {};
  } catch {
    return {};
  }
}

export const contributionTo = (table: string): Contribution | undefined => read()[table];

export function remember(table: string, contribution: Contribution): void {
  const others = Object.entries(read()).filter(([code]) => code !== table);
  const kept = [...others, [table, contribution] as const].slice(-MAX_KEPT);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Without storage nothing can be checked after the game.
  }
}

type Revealed = { commitment?: string | null; nonces?: string[] | null };
export type Check = 'used' | 'missing' | 'other_commitment';

/** Is the nonce in the seed, and the commitment still the same? */
export function checkContribution(ours: Contribution, { commitment, nonces }: Revealed): Check {
  if (commitment !== ours.commitment) return 'other_commitment';
  return nonces?.includes(ours.nonce) ? 'used' : 'missing';
}

/** The SHA-256 of a secret; undefined where the browser cannot compute it (pages without HTTPS). */
export async function commitmentOf(secret: string): Promise<string | undefined> {
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  return globalThis.crypto?.subtle && hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
