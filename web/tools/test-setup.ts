/** The tests of all files share one page (`isolate: false`); each begins with an empty storage, in English. */
import { beforeEach } from 'vitest';
import { languages } from '../src/settings/settings.svelte';

beforeEach(() => {
  localStorage.clear();
  languages.use('en');
});
