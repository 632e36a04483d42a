/** Fallback for browsers where `localStorage` is blocked or full: settings last as long as the page. */

function isStorageAvailable(): boolean {
  try {
    localStorage.setItem('tavolino.test', '');
    localStorage.removeItem('tavolino.test');
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

if (!isStorageAvailable()) Object.defineProperty(globalThis, 'localStorage', { value: memoryStorage(), configurable: true });
