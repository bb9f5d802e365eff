/**
 * The sample data as one list of creates: loaded into demo organisations, and the source of the examples of the
 * OpenAPI description (docs/decisions/0023).
 */
import type { Values } from '../../model/declaration/field-shape.ts';
import type { Registry } from '../../model/registry.ts';
import { type Demo, type DemoContact, type DemoCustomer, policyOf, withDates } from '../../model/seed/demo/shape.ts';
import { relationTypes } from '../../model/seed/relation-types.ts';
import { sampleFile } from './sample-file.ts';

/** Inputs of a body at the time it is sent. */
export interface Given {
  /** The id that a step's record got. */
  readonly numberOf: (step: SampleStep | undefined) => number | undefined;
  /** The date `inDays` days from today. */
  readonly day: (inDays: number) => string;
}

/** One create. */
export interface SampleStep {
  /** The pattern of its collection: `customers/#/addresses`. */
  readonly at: string;
  /** The step of its parent record. */
  readonly below?: SampleStep;
  readonly body: (given: Given) => Values;
}

const PARTS = ['addresses', 'contacts', 'banking', 'numbers', 'identity', 'jobs', 'finances', 'goals'] as const;
type WithParts = DemoContact & Partial<Record<(typeof PARTS)[number], readonly Values[]>>;

/** Text of the sample remark. */
const REMARK = 'Rückruf am Montag vereinbart.';

/** @returns the creates in an order in which every referenced record exists */
export const sampleSteps = (sample: Demo, registry: Registry): readonly SampleStep[] => {
  const steps: SampleStep[] = [];
  const add = (at: string, body: SampleStep['body'] | Values, below?: SampleStep): SampleStep => {
    const made = typeof body === 'function' ? (body as SampleStep['body']) : () => body;
    const step = { at, body: (given: Given) => withDates(made(given), given.day), ...(below ? { below } : {}) };
    steps.push(step);
    return step;
  };
  const known = new Map<string, SampleStep>();
  const policies: { readonly step: SampleStep; readonly fields: Values }[] = [];
  const insurers = new Map(sample.products.map(({ key, fields }) => [fields.kurzname, key]));
  const named = (key = ''): SampleStep | undefined => known.get(key);

  const addParts = (path: string, contact: WithParts, step: SampleStep | undefined): void => {
    for (const part of PARTS) for (const values of contact[part] ?? []) add(`${path}/#/${part}`, values, step);
  };
  const addContact = (path: string, contact: WithParts, body: SampleStep['body'] | Values): SampleStep => {
    const step = add(path, body);
    known.set(contact.key, step);
    addParts(path, contact, step);
    return step;
  };
  const addActivities = (path: string, { key, activities = [] }: DemoContact): void => {
    for (const { fields, verantwortlich, inDays, at, minutes } of activities) {
      const body = ({ numberOf, day }: Given): Values => {
        const start = `${day(inDays)} ${at}:00`;
        const end = new Date(Date.parse(`${start.replace(' ', 'T')}Z`) + minutes * 60_000);
        const who = numberOf(named(verantwortlich));
        const ende = end.toISOString().slice(0, 19).replace('T', ' ');
        return { ...fields, start, ende, ...(who ? { verantwortlich: who } : {}) };
      };
      add(`${path}/#/activities`, body, named(key));
    }
  };
  /** The fields of a contract, with its product partner. */
  const contractBody =
    (fields: Values): SampleStep['body'] =>
    ({ numberOf }) => {
      const insurer = numberOf(named(insurers.get(fields.gesellschaft)));
      return { ...fields, ...(insurer ? { gesellschaft_kid: insurer } : {}) };
    };
  const customerBody =
    ({ fields, betreuer }: DemoCustomer): SampleStep['body'] =>
    ({ numberOf }) => ({ ...fields, betreuer: numberOf(named(betreuer)) });
  const addCustomer = (customer: DemoCustomer): void => {
    const { contracts = [], damages = [], comments = [], tags = [] } = customer;
    const of = addContact('customers', customer, customerBody(customer));
    for (const contract of contracts) {
      const fields = contractBody({ ...contract.fields, tariffs: contract.tariffs ?? [] });
      const step = add('customers/#/contracts', fields, of);
      policies.push({ step, fields: contract.fields });
      for (const person of contract.persons ?? []) add('contracts/#/persons', person, step);
    }
    for (const damage of damages) {
      const vid = named(damage.gesellschaft);
      const policy = policies.find(({ fields }) => damage.vertrag && fields.nummer === damage.vertrag);
      const body = ({ numberOf }: Given): Values => ({
        ...damage.fields,
        ...(vid ? { vid: numberOf(vid) } : {}),
        ...(policy ? { vertrag: numberOf(policy.step), gesellschaft: policy.fields.gesellschaft } : {}),
      });
      add('customers/#/damages', body, of);
    }
    addActivities('customers', customer);
    for (const text of comments) add('customers/#/comments', { text }, of);
    for (const tag of tags) add('customers/#/tags', ({ numberOf }) => ({ tag_id: numberOf(named(tag)) }), of);
  };
  const addFiles = (): void => {
    for (const { step, fields } of policies) {
      const { name, lines } = policyOf(fields);
      add('contracts/#/documents', { name, base64: sampleFile(name, lines) }, step);
    }
    for (const { lines, ...document } of sample.inbox)
      add('inbox/documents', { ...document, base64: sampleFile(document.name, lines) });
  };
  /** Customers kind by kind: neighbours of the same collection can be created in a batch. */
  const addPortfolio = (customers: readonly DemoCustomer[]): void => {
    for (const customer of customers) known.set(customer.key, add('customers', customerBody(customer)));
    for (const customer of customers) addParts('customers', customer, named(customer.key));
    for (const { key, contracts = [] } of customers)
      for (const { fields } of contracts)
        add('contracts', (given) => ({ ...contractBody(fields)(given), kid: given.numberOf(named(key)) }));
    for (const { key, damages = [] } of customers)
      for (const { fields } of damages) add('damages', ({ numberOf }) => ({ ...fields, kid: numberOf(named(key)) }));
    for (const customer of customers) addActivities('customers', customer);
    for (const { key, tags = [] } of customers)
      for (const tag of tags) add('customers/#/tags', ({ numberOf }) => ({ tag_id: numberOf(named(tag)) }), named(key));
    for (const view of customers.length ? sample.views : []) add('system/views', { ...view, freigabe: 1 });
  };

  for (const user of sample.users) addContact('users', user, user.fields);
  for (const partner of sample.products) {
    const step = addContact('products', partner, partner.fields);
    for (const person of partner.contactPersons) add('products/#/contact-persons', person, step);
    for (const portal of partner.portals) add('products/#/portals', portal, step);
  }
  for (const tag of sample.tags) known.set(String(tag.tag), add('system/tags', tag));
  for (const customer of sample.customers) addCustomer(customer);
  for (const { from, to, kreis, name } of sample.relations) {
    const type = relationTypes.find((candidate) => candidate.kreis === kreis && candidate.name === name);
    const body = ({ numberOf }: Given): Values => ({ kid_beziehung: numberOf(named(to)), beziehung: type?.id });
    add('customers/#/relations', body, named(from));
  }
  for (const user of sample.users) addActivities('users', user);
  for (const partner of sample.products) addActivities('products', partner);

  // Documents, their folders, and a remark, a follower, a tag and a link at the first record of every kind and below
  // each of its parents.
  const firstOf = (path: string) => steps.find(({ at }) => at === path || at.endsWith(`/${path}`));
  for (const path of registry.get('folders').nesting.below)
    add(`${path}/#/documents/folders`, { name: 'Schriftverkehr' }, firstOf(path));
  const { below, alsoBelow } = registry.get('documents').nesting;
  for (const path of [...below, ...alsoBelow])
    for (const name of ['beratungsprotokoll.txt', 'vollmacht.txt'])
      add(`${path}/#/documents`, { name, base64: sampleFile(name, ['Beratungsprotokoll']) }, firstOf(path));
  const [owner, follower, tag] = [sample.relations[0]?.to, sample.users[1]?.key, String(sample.tags[2]?.tag)].map(
    named,
  );
  const addAnnotations = (path: string, record: SampleStep): void => {
    add(`${path}/#/comments`, { text: REMARK }, record);
    add(`${path}/#/followers`, ({ numberOf }) => ({ kid_user: numberOf(follower) }), record);
    add(`${path}/#/tags`, ({ numberOf }) => ({ tag_id: numberOf(tag) }), record);
    add(`${path}/#/links`, ({ numberOf }) => ({ foreign_section: 'customers', foreign_id: numberOf(owner) }), record);
  };
  const annotatedKinds = registry.resources.filter(({ annotated }) => annotated);
  const firsts = annotatedKinds.map(({ path }) => firstOf(path));
  for (const [i, { path }] of annotatedKinds.entries()) if (firsts[i]) addAnnotations(path, firsts[i]);
  for (const { path, nesting: place } of annotatedKinds)
    for (const parent of place.below) {
      const record = steps.find(({ at }) => at === `${parent}/#/${path}`);
      if (record && !firsts.includes(record)) addAnnotations(path, record);
    }
  addPortfolio(sample.portfolio);
  if (sample.portfolio.length) addFiles();
  return steps;
};
