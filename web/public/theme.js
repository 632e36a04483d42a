// Applies the chosen theme (stored by src/settings/settings.svelte.ts) before the first paint, so that
// a dark page does not start with a white flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('tavolino.settings') ?? '{}') ?? {};
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored, or the storage is blocked: the system's colour scheme applies.
}
