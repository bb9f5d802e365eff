/** Writes that are under way in this process: those of one caller share transactions where many come at once (docs/decisions/0040). */
import { availableParallelism } from 'node:os';
import { WRITERS_OF_ONE } from '../db/database.ts';
import type { Call, SpecialCall } from './call.ts';
import { insertAlone } from './create.ts';
import { keptAnswer } from './created-answer.ts';
import { insertItems, mayBeTogether, portionsOf } from './insert-items.ts';
import type { Inserted, Item } from './item.ts';
import { Lane, type Shareable } from './shared-writes.ts';
import { updateAlone } from './update.ts';
import { type AskedChange, mayChangeTogether, portionOfChanges, updateItems } from './update-items.ts';

/**
 * So many callers at once write each by itself: on one server whoever would wait neither for a connection nor for a core. Two
 * writes keep a core busy, and sharing takes less of it.
 */
const ALONE_ON_ONE_SERVER = Math.min(WRITERS_OF_ONE, 2 * availableParallelism());
/** A cluster plans each statement anew, one of a row as one of ten. */
const ALONE_ON_A_CLUSTER = 4;

const creates: Shareable<{ readonly place: Call; readonly item: Item }, Inserted> = {
  alone: ({ place, item }) => insertAlone(place, item),
  together: (all, patienceMs) => {
    const keep = (made: readonly (Inserted | null)[]) =>
      all.flatMap(({ place }, i) => (made[i] ? (keptAnswer(place).keep?.(made[i]) ?? []) : []));
    return insertItems(all, keep, patienceMs);
  },
  portion: (waiting) => portionsOf(waiting)[0]?.length ?? 1,
  keeps: ({ place }) => place.keeper !== undefined,
};

const changes: Shareable<AskedChange, number> = {
  alone: ({ place, values }) => updateAlone(place, values),
  together: updateItems,
  portion: portionOfChanges,
  keeps: () => false,
};

/** Writes of one kind, by caller and address. */
class Lanes<Asked extends { readonly place: Call }, Done> {
  readonly #how: Shareable<Asked, Done>;
  readonly #lanes = new WeakMap<object, Map<string, Lane<Asked, Done>>>();

  constructor(how: Shareable<Asked, Done>) {
    this.#how = how;
  }

  /** @param alone so many callers go each by itself @param ids numbers of the path that all have in common */
  do(caller: object, alone: number, ids: readonly number[], asked: Asked): Promise<Done> {
    const lanes = this.#lanes.get(caller) ?? new Map<string, Lane<Asked, Done>>();
    this.#lanes.set(caller, lanes);
    const address = `${asked.place.collection.pattern} ${ids.join(' ')}`;
    const lane = lanes.get(address) ?? new Lane(this.#how, alone, () => lanes.delete(address));
    lanes.set(address, lane);
    return lane.do(asked);
  }
}

/** Writes that are under way in this process. */
export class WritesUnderWay {
  readonly #creates = new Lanes(creates);
  readonly #changes = new Lanes(changes);

  /**
   * How calls of one caller write.
   * @param caller what all calls have in common whose actors differ in request and trace alone
   */
  of(caller: object, isCluster: boolean): Required<Pick<SpecialCall, 'insert' | 'update'>> {
    const alone = isCluster ? ALONE_ON_A_CLUSTER : ALONE_ON_ONE_SERVER;
    return {
      insert: (place, item) =>
        mayBeTogether(place.collection.resource)
          ? this.#creates.do(caller, alone, place.pathIds, { place, item })
          : insertAlone(place, item),
      update: (place, values) =>
        mayChangeTogether(place.collection)
          ? this.#changes.do(caller, alone, [], { place, values })
          : updateAlone(place, values),
    };
  }
}
