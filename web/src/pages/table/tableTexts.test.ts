import { expect, test } from 'vitest';
import en from '../../../../src/tavolino/translations/en.toml';
import it from '../../../../src/tavolino/translations/it.toml';
import { translations } from '../../i18n/translations.svelte';
import { standingReason } from './tableTexts';

test.each([
  [it, 'R-S40-31', 'hai fatto gli ultimi punti più tardi', 'ha fatto gli ultimi punti più tardi'],
  [it, 'R-S40-32a', 'non hai fatto mosse', 'non ha fatto mosse'],
  [it, 'R-S40-32', 'per sorteggio', 'per sorteggio'],
  [en, 'R-S40-31', 'you gained the last points later', 'gained the last points later'],
])('why a player is behind is said to them and of them', (texts, reason, toUser, ofOther) => {
  translations.texts = texts;
  expect([standingReason(reason, true), standingReason(reason, false)]).toEqual([toUser, ofOther]);
});
