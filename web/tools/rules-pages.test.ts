import { expect, test } from 'vitest';
import { rulesHtml } from './rules-pages';

test('a page without the links of the repository', () => {
  const page = rulesHtml('# Aftaebr\n\n[English](aftaebr.en.md) · [indice](README.md)\n\n**1.1** Uno.\n');
  expect(page).toContain('<h1>Aftaebr</h1>');
  expect(page).toContain('<strong id="1.1">1.1</strong> Uno.');
  expect(page).not.toContain('indice');
});

test('links between the pages stay inside the client', () => {
  expect(rulesHtml('[r](solitario40.it.md)')).toContain('href="/rules/solitario40"');
  expect(rulesHtml('[r](solitario40.en.md#7)')).toContain('href="/rules/solitario40#7"');
});

test('chapters, paragraphs and clauses can be linked to, each once', () => {
  const page = rulesHtml('## 6. Punti\n\n**6.2** Dieci. (R-S40-24)\n\n**6.3** Di nuovo (R-S40-24, R-AZ-S06).\n');
  expect(page).toContain('<h2 id="6">6. Punti</h2>');
  expect(page).toContain('<strong id="6.2">');
  expect(page.match(/id="R-S40-24"/g)).toHaveLength(1);
  expect(page).toContain('<span id="R-AZ-S06">R-AZ-S06</span>');
});

test('clauses are marked, so that they can be hidden, with the sentence that explains them', () => {
  const page = rulesHtml('Si citano (§6). Le sigle tra parentesi, come (R-AF-24), rimandano\nalla specifica.\n\n**6.2** Dieci. (R-S40-24,\nR-S40-25)\n');
  const players = page.replaceAll(/<span class="clauses">(?:<span[^>]*>[^<]*<\/span>|[^<])*<\/span>/g, '');
  expect(players).toContain('<p>Si citano (§6).</p>');
  expect(players).toContain('Dieci.</p>');
  expect(players).not.toContain('R-');
});
