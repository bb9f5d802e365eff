/** Rows of letters: jobs, and the letters that they have made (rules 16.26). */
import type { Database, Tx } from '../../db/database.ts';
import type { LETTER_KINDS, LETTER_STATES, MESSAGE_ERRORS, MESSAGE_STATES } from '../../model/calls/messages.ts';
import type { RecipientGroup, TemplateSection } from '../../model/seed/placeholders.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { EXPORT_DAYS } from '../../shared/limits.ts';
import { epoch, type Sql, sql } from '../../sql/sql.ts';
import type { Actor } from '../call/call.ts';
import type { LetterContent } from './letter-pdf.ts';

/** The time without a letter after which another worker continues. */
const LEASE_MS = 60_000;
/** Attempts at a letter before the job fails. */
const MAX_TRIES = 3;
const RETRY_MS = 15_000;
/** The time between two looks at whether further e-mails may be sent. */
const WAIT_MS = 60_000;
const KEPT_MS = EXPORT_DAYS * DAY_MS;

/** The key of a job. */
export interface LetterJobKey {
  readonly org_id: number;
  readonly id: number;
}

/** A job. */
export interface LetterJob extends LetterJobKey {
  readonly state: (typeof LETTER_STATES)[number];
  readonly section: TemplateSection;
  readonly kind: (typeof LETTER_KINDS)[number];
  readonly subject: string;
  readonly text: string;
  readonly ids: readonly number[];
  /** Whom e-mails go to; null for letters. */
  readonly recipient: RecipientGroup | null;
  /** E-mails only to addresses with a consent to advertising. */
  readonly consent: boolean;
  readonly scopes: readonly string[];
  readonly token_id: number | null;
  readonly user_kid: number | null;
  readonly tries: number;
  /** Milliseconds since 1970. */
  readonly created: number;
}

/** A letter, or why there is none. */
export interface LetterRow {
  readonly record_id: number;
  readonly document_id: number | null;
  readonly content: LetterContent | null;
  readonly empty: readonly string[];
  readonly error: string | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

const COLUMNS = sql`j.org_id, j.id, j.state, j.section, j.kind, j.subject, j.text, j.ids, j.recipient, j.consent, j.scopes, j.token_id, j.user_kid, j.tries,
  ${epoch("j.created_at at time zone 'UTC'")} as created`;

/** When a job and the file of its letters go, in milliseconds since 1970. */
export const expiryOf = ({ created }: Pick<LetterJob, 'created'>): number => created + KEPT_MS;

/** INSERT of a job. */
export const insertLetterJob = (
  { orgId, tokenId, userKid, scopes }: Actor,
  job: Pick<LetterJob, 'id' | 'section' | 'kind' | 'subject' | 'text' | 'ids' | 'recipient' | 'consent' | 'created'>,
): Sql => sql`insert into letter_job (org_id, id, section, kind, subject, text, ids, recipient, consent, scopes, token_id, user_kid, created_at)
  values (${orgId}, ${job.id}, ${job.section}, ${job.kind}, ${job.subject}, ${job.text}, ${job.ids}::int[], ${job.recipient}, ${job.consent}, ${[...scopes]}::text[],
    ${tokenId}, ${userKid}, ${iso(job.created)})`;

/** One job. */
export const findLetterJob = async (db: Database, { org_id, id }: LetterJobKey): Promise<LetterJob | null> => {
  const [job] = await db.read<LetterJob>(
    sql`select ${COLUMNS} from letter_job j where j.org_id = ${org_id} and j.id = ${id}::int`,
  );
  return job ?? null;
};

/** The letters of a job so far, in the order in which they were asked for. @param content with their contents */
export const readLetters = async (
  db: Database,
  { org_id, id, ids }: LetterJob,
  content: boolean,
): Promise<LetterRow[]> => {
  const rows = await db.queryLong<
    Omit<LetterRow, 'content'> & { readonly content: string | null }
  >(sql`select l.record_id, l.document_id, l.empty, l.error,
      case when ${content} then l.content end as content
    from letter l
    where l.org_id = ${org_id} and l.job_id = ${id}::int
    order by array_position(${ids}::int[], l.record_id)`);
  return rows.map((row) => ({
    ...row,
    content: row.content === null ? null : (JSON.parse(row.content) as LetterContent),
  }));
};

/** The e-mails of a job, as they are sent. */
export const readMailsOf = (
  db: Database,
  { org_id, id }: LetterJobKey,
): Promise<
  {
    readonly id: number;
    readonly message_id: number;
    readonly state: (typeof MESSAGE_STATES)[number];
    readonly error: (typeof MESSAGE_ERRORS)[number] | null;
  }[]
> =>
  db.queryLong(sql`select l.record_id as id, m.id as message_id, m.state, m.error
    from letter l
    join message m on m.org_id = l.org_id and m.document_id = l.document_id
    where l.org_id = ${org_id} and m.org_id = ${org_id} and l.job_id = ${id}::int
    order by m.id`);

/** Jobs that no worker runs, the oldest first. @param now milliseconds since 1970 */
export const findDueLetterJobs = (db: Database, now: number): Promise<LetterJobKey[]> =>
  db.queryLong<LetterJobKey>(sql`select j.org_id, j.id from letter_job j
  where j.state = 'running' and (j.leased_until is null or j.leased_until <= ${iso(now)})
  order by j.created_at
  limit 20`);

/** Expired jobs. @param now milliseconds since 1970 */
export const findExpiredLetterJobs = (db: Database, now: number): Promise<LetterJobKey[]> =>
  db.queryLong<LetterJobKey>(sql`select j.org_id, j.id from letter_job j
  where j.created_at < ${iso(now - KEPT_MS)}
  order by j.created_at
  limit 100`);

/** DELETEs of jobs with the contents of their letters; the documents stay. @param jobs condition on `j` */
export const deleteLetterJobs = (orgId: number, jobs: Sql): Sql[] => [
  sql`delete from letter_job j where j.org_id = ${orgId} and ${jobs}`,
  sql`delete from letter l
    where l.org_id = ${orgId} and not exists (select 1 from letter_job j where j.org_id = ${orgId} and j.id = l.job_id)`,
];

/** Takes a job, if it is still due. @returns whether it was */
export const claimLetterJob = async (db: Database, { org_id, id }: LetterJobKey, lease: string, now: number) => {
  const rows = await db.shortTransaction(org_id, (tx) =>
    tx.run(sql`update letter_job
  set lease = ${lease}, leased_until = ${iso(now + LEASE_MS)}, tries = tries + 1
  where org_id = ${org_id} and id = ${id}::int and state = 'running' and (leased_until is null or leased_until <= ${iso(now)})
  returning id`),
  );
  return rows.length > 0;
};

/** The job was deleted, or another worker has it. */
export class LostLetterJob extends Error {}

/** A job that a worker has claimed. */
export class LetterLease {
  constructor(
    readonly job: LetterJob,
    readonly lease: string,
    readonly now: () => number,
  ) {}

  /** Writes a letter of the job in a transaction; no other worker has the job as long as that runs. @throws LostLetterJob */
  async add(tx: Tx, { record_id, document_id, content, empty, error }: LetterRow): Promise<void> {
    const { org_id, id } = this.job;
    await this.#change(tx, sql`leased_until = ${iso(this.now() + LEASE_MS)}, tries = 1`);
    await tx.run(sql`insert into letter (org_id, job_id, record_id, document_id, content, empty, error)
      values (${org_id}, ${id}, ${record_id}::int, ${document_id}::int, ${content && JSON.stringify(content)}::jsonb, ${empty}::text[], ${error})`);
  }

  /** All letters are made; the text, which may name a person, is needed no more. */
  done(tx: Tx): Promise<void> {
    return this.#change(tx, sql`state = 'done', subject = '', text = '', finished_at = ${iso(this.now())}`);
  }

  /** Leaves the job to a later attempt, or ends it after several. @param interrupted the attempt does not count */
  later(tx: Tx, interrupted: boolean): Promise<void> {
    if (interrupted) return this.#change(tx, sql`leased_until = null, tries = tries - 1`);
    if (this.job.tries < MAX_TRIES) return this.#change(tx, sql`leased_until = ${iso(this.now() + RETRY_MS)}`);
    return this.#change(tx, sql`state = 'failed', subject = '', text = '', finished_at = ${iso(this.now())}`);
  }

  /** Leaves the job until further e-mails may be sent. */
  wait(tx: Tx): Promise<void> {
    return this.#change(tx, sql`leased_until = ${iso(this.now() + WAIT_MS)}, tries = tries - 1`);
  }

  async #change(tx: Tx, set: Sql): Promise<void> {
    const { org_id, id } = this.job;
    const rows = await tx.run(sql`update letter_job
      set ${set}
      where org_id = ${org_id} and id = ${id}::int and lease = ${this.lease} and state = 'running'
      returning id`);
    if (!rows.length) throw new LostLetterJob();
  }
}
