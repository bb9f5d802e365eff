/** Puts sample records through the same operations as the API's callers: nothing is written that a caller could not. */

import { localTime } from '../../derive/local-time.ts';
import type { Values } from '../../model/field-shape.ts';
import type { DemoCustomer, Demo as Sample } from '../../model/seed/demo/shape.ts';
import { relationTypes } from '../../model/seed/relation-types.ts';
import type { Answer, Call, Context } from '../call.ts';
import { create } from '../create.ts';
import { createRelation } from '../relations.ts';

const DAY = 86_400_000;

/** Creates one record below a path; answers what the API would. */
const post = async (
  context: Context,
  pattern: string,
  pathIds: readonly number[],
  body: unknown,
  operation: (call: Call) => Promise<Answer> = create,
): Promise<{ id: number }> => {
  const call: Call = {
    ...context,
    parentPath: context.model.collection(pattern).parent?.path,
    collection: context.model.collection(pattern),
    pathIds,
    body,
    query: {},
    headers: {},
  };
  const answer = await operation(call);
  return JSON.parse(String(answer.body)) as { id: number };
};

const PARTS = ['addresses', 'contacts', 'banking', 'numbers', 'identity', 'jobs', 'finances', 'goals'] as const;

const loadParts = async (context: Context, parent: string, kid: number, record: object): Promise<void> => {
  for (const part of PARTS) {
    for (const body of (record as Record<string, readonly Values[] | undefined>)[part] ?? []) {
      await post(context, `${parent}/#/${part}`, [kid], body);
    }
  }
};

interface Known {
  readonly users: ReadonlyMap<string, number>;
  readonly partners: ReadonlyMap<string, number>;
  readonly tags: ReadonlyMap<string, number>;
}

const loadCustomer = async (context: Context, customer: DemoCustomer, known: Known): Promise<number> => {
  const { id: kid } = await post(context, 'customers', [], {
    ...customer.fields,
    betreuer: known.users.get(customer.betreuer),
  });
  await loadParts(context, 'customers', kid, customer);
  for (const contract of customer.contracts ?? []) {
    const { id } = await post(context, 'customers/#/contracts', [kid], {
      ...contract.fields,
      tariffs: contract.tariffs ?? [],
    });
    for (const person of contract.persons ?? []) await post(context, 'contracts/#/persons', [id], person);
  }
  for (const damage of customer.damages ?? []) {
    const vid = known.partners.get(damage.gesellschaft ?? '');
    await post(context, 'customers/#/damages', [kid], { ...damage.fields, ...(vid ? { vid } : {}) });
  }
  for (const activity of customer.activities ?? []) {
    const day = localTime(context.actor.timeZone, context.now() + activity.inDays * DAY).slice(0, 10);
    const start = `${day} ${activity.at}:00`;
    const end = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + activity.minutes * 60_000);
    const ende = end.toISOString().slice(0, 19).replace('T', ' ');
    const verantwortlich = known.users.get(activity.verantwortlich ?? '');
    await post(context, 'customers/#/activities', [kid], {
      ...activity.fields,
      start,
      ende,
      ...(verantwortlich ? { verantwortlich } : {}),
    });
  }
  for (const text of customer.comments ?? []) await post(context, 'customers/#/comments', [kid], { text });
  for (const tag of customer.tags ?? []) {
    await post(context, 'customers/#/tags', [kid], { tag_id: known.tags.get(tag) });
  }
  return kid;
};

/**
 * Loads sample records into an organisation.
 * @param users kids of users that exist already, by the sample's key
 */
export const loadSample = async (context: Context, sample: Sample, users: Map<string, number>): Promise<void> => {
  for (const user of sample.users) {
    const there = users.get(user.key);
    const kid = there ?? (await post(context, 'users', [], user.fields)).id;
    users.set(user.key, kid);
    await loadParts(context, 'users', kid, user);
  }
  const partners = new Map<string, number>();
  for (const partner of sample.products) {
    const { id } = await post(context, 'products', [], partner.fields);
    partners.set(partner.key, id);
    await loadParts(context, 'products', id, partner);
    for (const person of partner.contactPersons) await post(context, 'products/#/contact-persons', [id], person);
    for (const portal of partner.portals) await post(context, 'products/#/portals', [id], portal);
  }
  const tags = new Map<string, number>();
  for (const tag of sample.tags) tags.set(String(tag.tag), (await post(context, 'system/tags', [], tag)).id);
  const customers = new Map<string, number>();
  for (const customer of sample.customers) {
    customers.set(customer.key, await loadCustomer(context, customer, { users, partners, tags }));
  }
  for (const { from, to, kreis, name } of sample.relations) {
    const type = relationTypes.find((candidate) => candidate.kreis === kreis && candidate.name === name);
    const body = { kid_beziehung: customers.get(to), beziehung: type?.id };
    await post(context, 'customers/#/relations', [customers.get(from) ?? 0], body, createRelation);
  }
};
