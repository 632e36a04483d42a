import { expect, test } from 'vitest';
import { languages } from '../../settings/settings.svelte';
import { resultText, type SharedResult } from './dailyResult';

const RESULT: SharedResult = { game: 'solitario40', day: '2026-11-16', points: 112, is_won: true, seconds: 492, streak: { current: 5, best: 12 } };

test('a result as text: game, date, result, points, time, streak, and nothing else', () => {
  languages.use('it');
  expect(resultText(RESULT, 'https://tavolino.example/daily').split('\n')).toEqual([
    'Tavolino · Partita del giorno',
    'solitario40, 16 novembre',
    '★ vinta · 112 punti · 8 min 12 s',
    'Giorni di fila: 5 (record 12)',
    'https://tavolino.example/daily',
  ]);
});

test('what was not won is not called so, and a day without a streak has no line for it', () => {
  languages.use('en');
  const lines = resultText({ ...RESULT, is_won: false, streak: { current: 0, best: 3 } }, 'u').split('\n');
  expect(lines).toHaveLength(4);
  expect(lines[2]).toBe('112 points · 8 min 12 s');
});

test('where a game counts cards, its result does, too', () => {
  languages.use('it');
  const score = (points: number) => resultText({ ...RESULT, game: 'nove_colonne', points, is_won: false }, 'u').split('\n')[2];
  expect(score(31)).toBe('31 carte sulle basi · 8 min 12 s');
  expect(score(1)).toBe('1 carta sulle basi · 8 min 12 s');
});
