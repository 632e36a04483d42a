// Runs before anything is painted: the light that a person has chosen (src/settings.svelte.ts keeps
// it), so that a page in the dark does not begin with a flash.
try {
  const { theme } = JSON.parse(localStorage.getItem('tavolino.settings') ?? '{}') ?? {};
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Nothing is stored, or storing is not allowed: as the system has it.
}
