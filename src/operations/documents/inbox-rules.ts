/** Rules of the inbox: effects of documents with some words, once they are filed (rules 5.16b). */
import type { Tx } from '../../db/database.ts';
import { validateBody } from '../../derive/validation/body-schema.ts';
import { fail, invalid } from '../../errors/api-error.ts';
import type { AnswerOf } from '../../model/calls/index.ts';
import { countryOf, moved, workdayFrom } from '../../shared/workdays.ts';
import { type Sql, sql } from '../../sql/sql.ts';
import { requireScope } from '../call/authorize.ts';
import { type Context, localNow } from '../call/call.ts';
import { etagOf } from '../call/etag.ts';
import { sideEffectStatements } from '../commit/commit.ts';
import { insertion } from '../records/insert-record.ts';
import { lockRecord, proposeChange } from '../records/update.ts';
import type { LinkEnd } from '../relations/links.ts';
import { problem } from './file-body.ts';
import type { Mentions } from './inbox-mentions.ts';
import { linkStatements } from './upload-document.ts';

type Shown = NonNullable<AnswerOf<'GET /v3/inbox/documents'>['items'][number]['rule']>;
/** The effects of a rule, with the versions by which they are taken back. */
export type RuleEffect = NonNullable<AnswerOf<'POST /v3/inbox/documents/:id/assign'>['rule']>;

interface Rule extends Omit<Shown, 'faellig'> {
  readonly words: string;
  readonly tage: number;
}

const CONTRACTS = 'contracts';
const MORNING = '08:00:00';

/** The scopes that the effect of a rule needs. */
const scopesOf = ({ status, aufgabe }: Pick<Rule, 'status' | 'aufgabe'>): readonly string[] => [
  ...(status ? ['v3:contracts:write'] : []),
  ...(aufgabe ? ['v3:activities:write'] : []),
];

/** The active rules, oldest first. @param id this one alone */
const activeRules = ({ db, actor: { orgId } }: Context, id: number | null = null): Promise<Rule[]> =>
  db.read<Rule>(sql`select t.id, t.name, t.words, nullif(t.status, '') as status, nullif(t.aufgabe, '') as aufgabe, t.tage
    from inbox_rule t
    where t.org_id = ${orgId} and t.del = 0 and t.aktiv = 1 and t.id = coalesce(${id}::int, t.id)
    order by t.id
    limit 1000`);

/** The next working day after the days of a rule, in the organisation's time zone. */
const dueDay = (context: Context, { tage }: Rule): string => {
  const today = localNow(context).slice(0, 'YYYY-MM-DD'.length);
  return workdayFrom(moved(today, tage), countryOf(context.actor.timeZone));
};

/** Finds the first rule with words of a document that the caller may apply. */
export const ruleFinder = async (context: Context): Promise<(mentions: Mentions) => Shown | null> => {
  const rules = (await activeRules(context)).filter((rule) =>
    scopesOf(rule).every((scope) => context.actor.scopes.has(scope)),
  );
  return (mentions) => {
    const rule = rules.find(({ words }) => words.split(',').some((word) => mentions.find(word)));
    if (!rule) return null;
    const { id, name, status, aufgabe } = rule;
    return { id, name, status, aufgabe, faellig: aufgabe ? dueDay(context, rule) : null };
  };
};

/** The responsible user of a task: the adviser of the customer, else the caller. */
const responsible = async ({ actor: { orgId, userKid } }: Context, tx: Tx, kid: unknown): Promise<number | null> => {
  const [row] = await tx.run<{ id: number }>(sql`select u.id
    from contact c
    join contact u on u.org_id = ${orgId} and u.id = c.betreuer and u.section = 'users' and u.del = 0 and u.aktiv
    where c.org_id = ${orgId} and c.id = ${kid ?? null}::int`);
  return row?.id ?? userKid;
};

/** Applies a rule in the transaction that files a document. @returns its statements and effects */
export type ApplyRule = (tx: Tx, kid: unknown) => Promise<{ statements: readonly Sql[]; effect: RuleEffect }>;

/**
 * Reads a rule, to be applied at a record: the status of a contract, and a task that is linked to the record.
 * @throws 400 `validation_failed` where there is no such active rule, `rule_needs_contract`; 403 `missing_required_scope`
 */
export const preparedRule = async (context: Context, id: number, to: LinkEnd): Promise<ApplyRule> => {
  const { db, actor, model } = context;
  const [rule] = await activeRules(context, id);
  if (!rule) throw invalid([problem('rule_id', 'invalid_reference', 'names no active rule')]);
  if (rule.status && to.section !== CONTRACTS) throw fail('rule_needs_contract');
  for (const scope of scopesOf(rule)) requireScope(actor, scope);
  const taskId = rule.aufgabe ? await db.nextId('activity_id_seq') : null;
  const links = rule.aufgabe ? ([await db.nextId('link_id_seq'), await db.nextId('link_id_seq')] as const) : null;

  const setStatus = async (tx: Tx) => {
    if (!rule.status) return null;
    const place = { ...context, collection: model.collection(CONTRACTS), pathIds: [to.id] };
    const { resource } = place.collection;
    const { issues, values } = validateBody(resource, 'patch', [], { status: rule.status });
    if (issues.length) throw invalid(issues);
    const locked = await lockRecord(place, tx, 'no key update');
    const { write, printed } = await proposeChange(place, tx, locked, values);
    return (
      write && { ...write, done: { status: (locked.record.status ?? null) as string | null, etag: etagOf(printed) } }
    );
  };
  const makeTask = async (tx: Tx, kid: unknown) => {
    if (taskId === null) return null;
    const resource = model.registry.get('activities');
    const options = resource.fields.kategorie?.options ?? [];
    const kategorie = (options.find(({ keys }) => keys?.includes('aufgabe')) ?? options[0])?.value;
    const verantwortlich = await responsible(context, tx, kid);
    const start = `${dueDay(context, rule)} ${MORNING}`;
    const made = insertion(context, resource, taskId, { kid, kategorie, titel: rule.aufgabe, start, verantwortlich });
    return { ...made, done: { id: taskId, etag: etagOf(made.printed) } };
  };
  return async (tx, kid) => {
    const contract = await setStatus(tx);
    const task = await makeTask(tx, kid);
    const writes = [...(contract ? [contract] : []), ...(task ? [task] : [])];
    const isLinked = model.registry.get('documents').nesting.alsoBelow.includes(to.section);
    const foreign = { section: 'activities', id: taskId ?? 0 };
    return {
      statements: [
        ...writes.map(({ row }) => row),
        ...sideEffectStatements(
          context,
          writes.map(({ change }) => change),
        ),
        ...(links && isLinked ? linkStatements(context, links, to, foreign) : []),
      ],
      effect: { contract: contract?.done ?? null, task: task?.done ?? null },
    };
  };
};
