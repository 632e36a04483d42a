/** Fallback for browsers where storage is blocked or full: what is stored lasts as long as the page. */

const KINDS = ['localStorage', 'sessionStorage'] as const;

function isAvailable(kind: (typeof KINDS)[number]): boolean {
  try {
    globalThis[kind].setItem('tavolino.test', '');
    globalThis[kind].removeItem('tavolino.test');
    return true;
  } catch {
    return false;
  }
}

function memoryStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

for (const kind of KINDS)
  if (!isAvailable(kind)) Object.defineProperty(globalThis, kind, { value: memoryStorage(), configurable: true });
