/** Carries out an erasure, step by step. Every step deletes the rows that are there, so that any worker can repeat it after a crash. */
import { PERSONS, type PersonKind, personKinds } from '../../derive/privacy/person-records.ts';
import { isNotFound } from '../../errors/api-error.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { retentionRulesOf } from '../../shared/retention-rules.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import type { Context } from '../call/call.ts';
import { auditEntry } from '../commit/commit.ts';
import { eraseCopies, eraseExports, isStaging } from './erase-copies.ts';
import { type ErasedRows, eraseFiles, eraseParts, eraseRecords } from './erase-records.ts';
import { holdOf } from './holds.ts';
import type { Erasure } from './ledger.ts';
import { findPerson, idsOf, type Person, recordsOf } from './person.ts';
import { emptyPersonViews } from './person-views.ts';
import { type ErasurePlan, planErasure } from './retention-plan.ts';

/** Records of one transaction. */
const PORTION = 100;
/** When an erasure that has to wait is checked again: under a hold or until a day, and if no day is known. */
const [HELD_MS, UNKNOWN_MS] = [HOUR_MS, 30 * DAY_MS];
/** When an erasure looks again at an import that was still being read. */
const STAGING_MS = 5_000;

/** An erasure that a worker has claimed. */
export interface ClaimedErasure extends Pick<Erasure, 'id' | 'kid' | 'state' | 'created_at'> {
  /** Ends it early, between two portions. */
  readonly signal: AbortSignal;
}

/** UPDATEs that add to the numbers of the ledger, by functions that a cluster takes in an UPDATE. */
const addCounts = (orgId: number, id: number, counts: ErasedRows['counts']): Sql[] =>
  Object.entries(counts).map(
    ([section, n]) => sql`update erasure
      set counts = (counts::jsonb || ('{' || ${JSON.stringify(section)}::text || ':'
        || (coalesce((counts::jsonb ->> ${section}::text)::int, 0) + ${n}::int)::text || '}')::jsonb)::text
      where org_id = ${orgId} and id = ${id}::int`,
  );

/** One erasure as it runs. */
class Run {
  /** Numbers of rows that this run erased. */
  readonly counts: Record<string, number> = {};

  constructor(
    readonly context: Context,
    readonly erasure: ClaimedErasure,
  ) {}

  #add(counts: ErasedRows['counts']): Sql[] {
    for (const [section, n] of Object.entries(counts)) this.counts[section] = (this.counts[section] ?? 0) + n;
    return addCounts(this.context.actor.orgId, this.erasure.id, counts);
  }

  /** Erases records of a kind in portions, each in a transaction. */
  async erase(kind: PersonKind, ids: readonly number[]): Promise<void> {
    for (let at = 0; at < ids.length; at += PORTION) {
      this.erasure.signal.throwIfAborted();
      const some = ids.slice(at, at + PORTION);
      await this.context.db.transaction(async (tx) => {
        const erased = await eraseRecords(this.context, tx, kind, some);
        for (const statement of this.#add(erased.counts)) await tx.run(statement);
        await eraseFiles(tx, this.context, erased.files);
      });
    }
  }

  /** Erases the parts of a customer whose row stays. */
  async eraseParts(kind: PersonKind, kid: number): Promise<void> {
    await this.context.db.transaction(async (tx) => {
      const counts = await eraseParts(this.context, tx, kind, [kid]);
      await tx.finish(this.#add(counts));
    });
  }

  /** The rules whose time has ended for the records of this run. */
  get rules(): readonly string[] {
    return retentionRulesOf(this.context.model.settings.retention)
      .filter(({ section }) => this.counts[section])
      .map(({ section, basis, years }) => `${section}: ${basis}, ${years}`);
  }
}

/** Removes copies of all records, retained ones too. */
const copies = async ({ context, erasure }: Run, person: Person): Promise<void> => {
  await eraseExports(context);
  const ids = await idsOf(context, person);
  const views = await emptyPersonViews(context, person);
  await eraseCopies(context, { person, ids, views, since: erasure.created_at, signal: erasure.signal });
};

const records = async (run: Run, person: Person, plan: ErasurePlan): Promise<void> => {
  const [customers, ...kinds] = personKinds(run.context.model.registry);
  // Records that name others go before those.
  for (const kind of kinds.reverse())
    for await (const page of recordsOf(run.context.db, kind, person)) {
      const kept = plan.kept.get(kind.resource.path);
      await run.erase(
        kind,
        page.map(({ id }) => id).filter((id) => !kept?.has(id)),
      );
    }
  if (!customers) return;
  const merged = person.kids.filter((kid) => kid !== person.kid);
  await run.erase(customers, merged);
  if (plan.kept.has(PERSONS)) await run.eraseParts(customers, person.kid);
  else await run.erase(customers, [person.kid]);
};

/** The last step: the state of the ledger, and an audit entry with the rules whose retention has ended. */
const finish = async ({ context, erasure, rules, counts }: Run, plan: ErasurePlan | null): Promise<void> => {
  const { orgId } = context.actor;
  const isDone = plan === null || plan.kept.size === 0;
  const now = new Date(context.now()).toISOString();
  const next = isDone ? null : new Date(context.now() + (plan.due ? HELD_MS : UNKNOWN_MS)).toISOString();
  const isAutomatic = erasure.state === 'restricted' && Object.keys(counts).length > 0;
  const changes = { erasure: [null, erasure.id], retention: [null, rules], records: [null, counts] };
  await context.db.transaction((tx) =>
    tx.finish([
      sql`update erasure
      set state = ${isDone ? 'done' : 'restricted'}, due = ${plan?.due ?? null}::date, done_at = ${isDone ? now : null}::timestamptz,
        leased_until = ${next}::timestamptz
      where org_id = ${orgId} and id = ${erasure.id}::int`,
      ...(isAutomatic
        ? [auditEntry(context, { section: PERSONS, recordId: erasure.kid, action: 'erase', changes, security: true })]
        : []),
    ]),
  );
};

/** Lets a worker run the erasure again later. */
const wait = ({ context, erasure }: Run, ms: number): Promise<unknown> => {
  const until = new Date(context.now() + ms).toISOString();
  const { orgId } = context.actor;
  return context.db.transaction((tx) =>
    tx.finish([
      sql`update erasure set leased_until = ${until}::timestamptz
      where org_id = ${orgId} and id = ${erasure.id}::int`,
    ]),
  );
};

/** @returns null where nothing of the customer is left */
const personLeft = async (context: Context, kid: number): Promise<Person | null> => {
  try {
    return await findPerson(context, kid);
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
};

/**
 * Erases all records of the customer that nothing keeps.
 * @throws errors of the database, and of the signal: the erasure continues later
 */
export const runErasure = async (context: Context, erasure: ClaimedErasure): Promise<void> => {
  const run = new Run(context, erasure);
  const person = await personLeft(context, erasure.kid);
  if (!person) {
    await finish(run, null);
    return;
  }
  if (await holdOf(context, person.kid)) {
    await wait(run, HELD_MS);
    return;
  }
  const isUnread = await isStaging(context, erasure.created_at);
  await copies(run, person);
  // The records stay until then: their numbers find the rows.
  if (isUnread) {
    await wait(run, STAGING_MS);
    return;
  }
  const plan = await planErasure(context, person);
  await records(run, person, plan);
  await finish(run, plan);
};
