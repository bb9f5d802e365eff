/** The seed alone decides targets and times of kills. */
import { expect, test } from 'vitest';
import { KILLS, planKills } from '../../crash/plan.ts';

test('the same seed kills the same at the same moments, another one does not', () => {
  expect(planKills(7, 50)).toEqual(planKills(7, 50));
  expect(planKills(8, 50)).not.toEqual(planKills(7, 50));
  // A longer run begins as the shorter one.
  expect(planKills(7, 60).slice(0, 49)).toEqual(planKills(7, 50).slice(0, 49));
});

test('many kills are of every kind except the loss of power, which is an option', () => {
  const kinds = new Set(planKills(1, 300).map(({ kind }) => kind));
  expect([...kinds, 'power'].sort()).toEqual(Object.keys(KILLS).sort());
  expect(new Set(planKills(1, 50, ['power']).map(({ kind }) => kind))).toEqual(new Set(['power']));
});

test('API processes are killed only where there are some, and the clients finish at the end', () => {
  const kills = planKills(3, 300);
  for (const [at, { kind }] of kills.entries()) {
    if (kind !== 'api-process') continue;
    const started = kills.slice(0, at).findLast((one) => ['service', 'both', 'start'].includes(one.kind));
    expect(started?.workers).toBe(2);
  }
  expect(kills.at(-1)?.quiet).toBe(true);
});
