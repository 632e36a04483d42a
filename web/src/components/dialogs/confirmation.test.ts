import { expect, test } from 'vitest';
import { confirmation } from './confirmation.svelte';

const QUESTION = { title: 'Ti arrendi?', action: 'Mi arrendo' };

test('the answer is that of the user, and the question is closed', async () => {
  for (const answer of [true, false]) {
    const asked = confirmation.ask(QUESTION);
    expect(confirmation.question).toBe(QUESTION);
    confirmation.answer(answer);
    expect(await asked).toBe(answer);
    expect(confirmation.question).toBeNull();
  }
});

test('a second question declines the first', async () => {
  const first = confirmation.ask(QUESTION);
  const second = confirmation.ask({ ...QUESTION, title: 'Esci?' });
  expect(await first).toBe(false);
  confirmation.answer(true);
  expect(await second).toBe(true);
});
