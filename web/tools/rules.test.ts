import { expect, test } from 'vitest';
import { html } from './rules';

test('a page without the links of the repository', () => {
  const page = html('# Aftaebr\n\n[English](aftaebr.en.md) · [indice](README.md)\n\n**1.1** Uno.\n');
  expect(page).toContain('<h1>Aftaebr</h1>');
  expect(page).toContain('<strong>1.1</strong> Uno.');
  expect(page).not.toContain('indice');
});

test('links between the pages stay inside the client', () => {
  expect(html('[r](solitario40.it.md)')).toContain('href="/rules/solitario40"');
  expect(html('[r](solitario40.en.md#7)')).toContain('href="/rules/solitario40#7"');
});
