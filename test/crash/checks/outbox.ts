/** Changes, their events and the deliveries of these: each change exactly its event, each event at least once outside. */
import { type Delivered, type Fault, fault, groupBy } from '../history.ts';

/** An entry of the audit log. */
export interface Change {
  readonly section: string;
  readonly id: number;
  readonly action: string;
  /** The merge that ended it has the event. */
  readonly merged: boolean;
}

/** A row of the outbox. */
export interface Event {
  readonly requestId: string;
  readonly event: string;
  readonly id: number;
  readonly state: string;
}

const nameOf = (event: string, id: number): string => `${event} ${id}`;

const countBy = <T>(entries: readonly T[], keyOf: (entry: T) => string): Map<string, number> =>
  new Map([...groupBy(entries, keyOf)].map(([key, group]) => [key, group.length]));

/** Changes without their event and events without their change. */
export const eventFaults = (changes: readonly Change[], events: readonly Event[]): Fault[] => {
  const wanted = countBy(
    changes.filter(({ merged }) => !merged),
    ({ section, action, id }) => nameOf(`${section}.${action}`, id),
  );
  const written = countBy(events, ({ event, id }) => nameOf(event, id));
  return [...new Set([...wanted.keys(), ...written.keys()])].flatMap((name) => {
    const [changed, told] = [wanted.get(name) ?? 0, written.get(name) ?? 0];
    return changed === told ? [] : [fault('events', `${name}: ${changed} changes, ${told} events`)];
  });
};

/** Events that never arrived, arrived as two, or arrived without being in the outbox. */
export const deliveryFaults = (events: readonly Event[], deliveries: readonly Delivered[]): Fault[] => {
  const arrived = groupBy(deliveries, ({ requestId }) => requestId);
  const faults: Fault[] = [];
  for (const { requestId, event, id, state } of events) {
    const calls = arrived.get(requestId) ?? [];
    arrived.delete(requestId);
    if (!calls.length) faults.push(fault('deliveries', `${nameOf(event, id)}: never arrived (${state})`));
    const bodies = new Set(calls.map(({ hash }) => hash));
    if (bodies.size > 1) faults.push(fault('deliveries', `${nameOf(event, id)}: arrived with ${bodies.size} contents`));
    if (calls.some((call) => call.event !== event || call.id !== id))
      faults.push(fault('deliveries', `${nameOf(event, id)}: arrived as another event`));
  }
  for (const [requestId, [call]] of arrived)
    faults.push(fault('deliveries', `${nameOf(call?.event ?? '', call?.id ?? 0)}: ${requestId} has no event`));
  return faults;
};
