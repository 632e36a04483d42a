import { expect, test } from 'vitest';
import { DEFINITIONS, SOUNDS } from './sounds';

test.each(SOUNDS)('%s is audible, short and quiet', (name) => {
  const { tones, noises } = DEFINITIONS[name];
  const parts = [...tones, ...noises];
  expect(parts.length).toBeGreaterThan(0);
  for (const { at, duration, volume } of parts) {
    expect(at).toBeGreaterThanOrEqual(0);
    expect(duration).toBeGreaterThan(0.02);
    expect(at + duration).toBeLessThan(1);
    expect(volume).toBeLessThan(0.4);
  }
});
