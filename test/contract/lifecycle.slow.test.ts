/**
 * Random sequences on customers: creates, PATCHes, deletes, links, relations and merges over HTTP, compared with a
 * model in memory. After each step every list, total, read, search, stored text and audit entry agrees with the
 * model.
 */
import fc from 'fast-check';
import { test } from 'vitest';
import { setUpService } from '../support/fixture.ts';
import { agree, auditEnd } from '../support/lifecycle-agree.ts';
import { emptyModel } from '../support/lifecycle-model.ts';
import { act, type Step } from '../support/lifecycle-steps.ts';

const { service } = setUpService();

/** Few, so that values meet again: a PATCH that changes nothing, two customers found by one word. */
const WORDS = ['ahorn', 'birke', 'eiche'];
const word = fc.constantFrom(...WORDS);
const number = fc.nat({ max: 997 });
const end = fc.constantFrom(0 as const, 1 as const);
const mode = fc.constantFrom('master_wins', 'enrich_master');

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('create' as const), kind: number, at: number, word }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('patch' as const), at: number, word }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('remove' as const), at: number }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('link' as const), at: number, other: number }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('relate' as const), at: number, other: number, type: number }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('unlink' as const, 'unrelate' as const), at: number, end }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('merge' as const), at: number, other: number, mode }) },
);

/** Three customers and a contract to begin with, so that few steps find nothing to work on. */
const BEGINNING: readonly Step[] = [
  { do: 'create', kind: 0, at: 0, word: 'ahorn' },
  { do: 'create', kind: 1, at: 0, word: 'birke' },
  { do: 'create', kind: 0, at: 0, word: 'eiche' },
  { do: 'create', kind: 2, at: 1, word: 'eiche' },
];

const live = async (steps: readonly Step[]): Promise<void> => {
  const organisation = await service.organisation();
  const { orgId } = organisation;
  const asked = {
    db: service.db,
    client: await organisation.client(),
    orgId,
    after: await auditEnd(service.db, orgId),
  };
  const model = emptyModel();
  for (const one of BEGINNING) await act(model, asked.client, one);
  for (const [at, one] of steps.entries()) {
    await act(model, asked.client, one);
    await agree(model, asked, [WORDS[at % WORDS.length] ?? '']);
  }
  await agree(model, asked, WORDS);
};

test('whatever happens to customers, the service agrees with the model after every step', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25, size: 'max' }), live),
    // A failure prints its seed; shrinking a long life must end before the test does.
    { numRuns: 12, interruptAfterTimeLimit: 100_000, markInterruptAsFailure: true },
  );
}, 150_000);
