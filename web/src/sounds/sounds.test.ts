import { expect, test } from 'vitest';
import { SCORES, SOUNDS } from './sounds';

test.each(SOUNDS)('%s is heard, short and quiet', (name) => {
  const { tones, rustles } = SCORES[name];
  const parts = [...tones, ...rustles];
  expect(parts.length).toBeGreaterThan(0);
  for (const { at, lasts, loud } of parts) {
    expect(at).toBeGreaterThanOrEqual(0);
    expect(lasts).toBeGreaterThan(0.02);
    expect(at + lasts).toBeLessThan(1);
    expect(loud).toBeLessThan(0.4);
  }
});
