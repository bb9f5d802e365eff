/** Puts sample records through the same operations as the API's callers: nothing is written that a caller could not. */
import { localTime } from '../../derive/local-time.ts';
import { takesBatch } from '../../derive/routing/collections.ts';
import { type Given, type SampleStep, sampleSteps } from '../../derive/samples/sample-steps.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Demo as Sample } from '../../model/seed/demo/shape.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { MAX_BATCH } from '../../shared/limits.ts';
import type { Context } from '../call/call.ts';
import { operations } from '../operations.ts';

const DATE = 'YYYY-MM-DD'.length;

/** The answer of a create, or of a batch. */
interface Answer {
  readonly id?: number;
  readonly inserted?: readonly { readonly id?: number; readonly kid?: number }[];
}

/** Neighbours of one collection, in batches of the size that the API takes. */
const inBatches = (steps: readonly SampleStep[], model: Context['model']): readonly (readonly SampleStep[])[] => {
  const batches: SampleStep[][] = [];
  for (const step of steps) {
    const last = batches.at(-1);
    const isNext = last && last.length < MAX_BATCH && last[0]?.at === step.at && last[0].below === step.below;
    if (isNext && takesBatch(model.collection(step.at))) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

/** Loads sample records into an organisation. */
export const loadSample = async (context: Context, sample: Sample): Promise<void> => {
  const numbers = new Map<SampleStep | undefined, number>();
  const given: Given = {
    numberOf: (step) => numbers.get(step),
    day: (inDays) => localTime(context.actor.timeZone, context.now() + inDays * DAY_MS).slice(0, DATE),
  };
  /** Creates records of a collection: one, or several in a batch. */
  const make = async (steps: readonly SampleStep[]): Promise<void> => {
    const [first] = steps as [SampleStep, ...SampleStep[]];
    const collection = context.model.collection(first.at);
    const above = numbers.get(first.below);
    const bodies = steps.map((step) => step.body(given));
    const answer = await operations[collection.resource.nesting.instead.create ?? 'create']({
      ...context,
      ...(collection.parent ? { parentPath: collection.parent.path } : {}),
      collection,
      pathIds: above === undefined ? [] : [above],
      body: steps.length > 1 ? bodies : bodies[0],
      query: {},
      headers: {},
    });
    const { id, inserted = [{ id: id ?? Number.NaN }] } = JSON.parse(String(answer.body)) as Answer;
    for (const [i, step] of steps.entries()) numbers.set(step, Number(inserted[i]?.id ?? inserted[i]?.kid));
  };
  for (const steps of inBatches(sampleSteps(sample, context.model.registry), context.model)) {
    if (steps[0]?.below && !numbers.has(steps[0].below)) continue;
    await make(steps).catch((error: unknown) => {
      // A demo without documents is more than none, where the file store cannot be reached at a first start.
      if (!(error instanceof ApiError && error.code === 's3_upload_failed')) throw error;
    });
  }
};
