/** Puts sample records through the same operations as the API's callers: nothing is written that a caller could not. */
import { localTime } from '../../derive/local-time.ts';
import { type Given, type SampleStep, sampleSteps } from '../../derive/sample-steps.ts';
import { ApiError } from '../../errors.ts';
import type { Demo as Sample } from '../../model/seed/demo/shape.ts';
import type { Context } from '../call.ts';
import { operations } from '../index.ts';

const DAY = 86_400_000;
const DATE = 'YYYY-MM-DD'.length;

/** Loads sample records into an organisation. */
export const loadSample = async (context: Context, sample: Sample): Promise<void> => {
  const numbers = new Map<SampleStep | undefined, number>();
  const given: Given = {
    numberOf: (step) => numbers.get(step),
    day: (inDays) => localTime(context.actor.timeZone, context.now() + inDays * DAY).slice(0, DATE),
  };
  const make = async (step: SampleStep): Promise<void> => {
    const collection = context.model.collection(step.at);
    const above = numbers.get(step.below);
    const answer = await operations[collection.resource.place.instead.create ?? 'create']({
      ...context,
      ...(collection.parent ? { parentPath: collection.parent.path } : {}),
      collection,
      pathIds: above === undefined ? [] : [above],
      body: step.body(given),
      query: {},
      headers: {},
    });
    numbers.set(step, Number((JSON.parse(String(answer.body)) as { id?: number }).id));
  };
  for (const step of sampleSteps(sample, context.model.registry)) {
    if (step.below && !numbers.has(step.below)) continue;
    await make(step).catch((error: unknown) => {
      // A demo without documents is more than none, where the file store cannot be reached at a first start.
      if (!(error instanceof ApiError && error.code === 's3_upload_failed')) throw error;
    });
  }
};
