/** GET `/v3/customers/{kid}/privacy`: the effect of an erasure, and records about the customer to review. */
import { longest, type Verdict } from '../../derive/privacy/retention.ts';
import { fail } from '../../errors/api-error.ts';
import { MAX_LISTED_KEPT } from '../../shared/limits.ts';
import { requireAdministrator } from '../call/authorize.ts';
import { type CallOf, json, type ResultOf, type SpecialCall } from '../call/call.ts';
import { holdOf } from './holds.ts';
import { latestErasure, shownErasure } from './ledger.ts';
import { findPerson, type Person, RESTRICTED } from './person.ts';
import { type ErasurePlan, planErasure } from './retention-plan.ts';
import { findThirdPersons } from './third-persons.ts';

const shownKept = (records: ReadonlyMap<number, Verdict> = new Map()) =>
  [...records].slice(0, MAX_LISTED_KEPT).map(([id, verdict]) => ({ id, ...verdict }));

/** Sections of a plan as they are answered; a section lists its first retained records. */
const shownSections = ({ sections, kept }: ErasurePlan) =>
  sections.map(({ section, records, erased }) => ({
    section,
    records,
    erased,
    kept: records - erased,
    kept_records: shownKept(kept.get(section)),
  }));

const STATES = ['live', 'deleted', 'deleted'] as const;

/** The state of the row of a customer. */
const stateOf = ({ del }: Person) => STATES[del] ?? 'restricted';

/** The customer of the path. A restricted one is shown to administrators alone. @throws 403, 404 `customer_not_found` */
export const personOfCall = async (call: SpecialCall): Promise<Person> => {
  const person = await findPerson(call, call.pathIds[0] ?? 0);
  if (person.del >= RESTRICTED) await requireAdministrator(call);
  return person;
};

/** @throws 403 `administrator_required` for a restricted customer, 404 `customer_not_found` */
export const readPrivacy = async (
  call: CallOf<'GET /v3/customers/:kid/privacy'>,
): ResultOf<'GET /v3/customers/:kid/privacy'> => {
  const { db, actor } = call;
  const person = await personOfCall(call);
  const [plan, hold, erasure] = await Promise.all([
    planErasure(call, person),
    holdOf(call, person.kid),
    latestErasure(db, actor.orgId, person.kid),
  ]);
  const thirdPersons = await findThirdPersons(call, person);
  return json(200, {
    kid: person.kid,
    state: stateOf(person),
    erasable: plan.erasable && hold === null,
    hold,
    due: plan.due,
    sections: shownSections(plan),
    third_persons: thirdPersons,
    erasure: erasure && shownErasure(erasure),
  });
};

/** GET `/v3/customers/{kid}/privacy/erasure`, also when nothing of the customer is left. @throws 404 `not_found` */
export const readErasure = async ({
  db,
  actor,
  pathIds,
}: CallOf<'GET /v3/customers/:kid/privacy/erasure'>): ResultOf<'GET /v3/customers/:kid/privacy/erasure'> => {
  const erasure = await latestErasure(db, actor.orgId, pathIds[0] ?? 0);
  if (!erasure) throw fail('not_found');
  return json(200, shownErasure(erasure));
};

/** @throws 409 `retention_applies` with the rule that keeps longest, where nothing can be erased */
export const assertErasable = (plan: ErasurePlan): void => {
  if (plan.erasable) return;
  const verdict = longest([...plan.kept.values()].flatMap((records) => [...records.values()]));
  const { rule = null, erasable_from = null } = verdict ?? {};
  const law = rule ? `${rule.basis}, ${rule.years} years` : 'A rule';
  throw fail('retention_applies', {
    message: `Nothing of the customer can be erased: ${law} ${erasable_from === null ? 'from an end that is not known yet' : `until ${erasable_from}`}.`,
    details: { rule, erasable_from, sections: shownSections(plan) },
  });
};
