/** A browser that keeps nothing, or nothing more, is played in all the same: choices last as long as the page. */

function isKept(): boolean {
  try {
    localStorage.setItem('tavolino.kept', '');
    localStorage.removeItem('tavolino.kept');
    return true;
  } catch {
    return false;
  }
}

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  };
}

if (!isKept()) Object.defineProperty(globalThis, 'localStorage', { value: memory(), configurable: true });
