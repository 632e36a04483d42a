import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { languages } from '../../settings/settings.svelte';
import StatisticsCard from './StatisticsCard.svelte';

test('wins are told with their share, as every share is told', () => {
  languages.use('it');
  const statistics = {
    game: 'nove_colonne', played: 5, won: 1, kinds: [], last_points: [9], mean_points: 9, best_points: 9,
    best_streak: 1, current_streak: 0, fastest_win: null, seconds: 60,
  };
  const card = mount(StatisticsCard, { target: document.body, props: { statistics } });
  expect(document.querySelector('dl')!.textContent).toContain('1 (20%)');
  void unmount(card);
});
