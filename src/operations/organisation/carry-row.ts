/** Changes that a row of an archive needs in its new organisation (docs/archive.md). */
import { posix } from 'node:path';
import type { Tx } from '../../db/database.ts';
import { keyOf } from '../../files/object-store.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { newSecret } from '../../webhooks/manage/manage-webhooks.ts';
import { encryptedSecret } from '../../webhooks/webhook-row.ts';
import { RENUMBERED } from '../exports/archive-manifest.ts';
import { type ArchivedRows, unquoted } from '../exports/archive-rows.ts';
import { damaged } from './archive-source.ts';

type Row = Record<string, unknown>;

/** Where rows arrive. */
export interface Destination {
  readonly orgId: number;
  /** The store of new files. */
  readonly aws: 0 | 1;
  /** SHA-256 of the files of the archive. */
  readonly contents: ReadonlySet<string>;
}

const CONTENT = /^\d{1,10}\/[0-9a-f]{2}\/([0-9a-f]{64})$/;

/** Tables of renumbered rows by the section of their audit entries. */
const TABLE_OF: Readonly<Record<string, string>> = lookupTable({
  tokens: 'api_token',
  webhooks: 'webhook',
  mailboxes: 'mailbox',
});

/** Carries rows, table by table. Only a table that needs it is parsed. */
export class RowCarrier {
  /** Rows whose file is not in the archive. */
  missing = 0;
  readonly #numbers = new Map<string, Map<unknown, number>>();

  constructor(
    readonly tx: Tx,
    readonly to: Destination,
  ) {}

  /** Lines of a kind as they are inserted. @throws 400 `archive_damaged` */
  async lines({ table, resource, columns }: ArchivedRows, lines: readonly string[]): Promise<readonly string[]> {
    const renumbered = RENUMBERED.includes(table.name);
    const names = columns.map(({ name }) => unquoted(name));
    const change = resource?.content || renumbered || names.includes('token_id');
    if (!change) return lines;
    const carried: string[] = [];
    for (const line of lines) {
      const row = JSON.parse(line) as Row;
      if (resource?.content && row.url !== null) Object.assign(row, this.#contentOf(row));
      if (renumbered) Object.assign(row, await this.#numbered(table.name, row));
      if (row.token_id != null) row.token_id = this.#numbers.get('api_token')?.get(row.token_id) ?? null;
      if (table.name === 'audit_entry') row.record_id = this.#aboutNumbered(row);
      carried.push(JSON.stringify(row));
    }
    return carried;
  }

  #contentOf({ url }: Row): Row {
    const [, sha256] = CONTENT.exec(String(url)) ?? [];
    if (!sha256) throw damaged(`${url} names no file.`);
    if (!this.to.contents.has(sha256)) this.missing += 1;
    const key = keyOf(this.to.orgId, sha256);
    return { url: key, dir: posix.dirname(key), aws: this.to.aws };
  }

  /** A token that can no longer be used, a mailbox that is off, or a webhook that is off and has a new secret. */
  async #numbered(table: string, row: Row): Promise<Row> {
    const id = await this.tx.nextId(`${table}_id_seq`);
    const known = this.#numbers.get(table) ?? new Map<unknown, number>();
    this.#numbers.set(table, known.set(row.id, id));
    if (table === 'api_token') return { id, revoked_at: row.revoked_at ?? new Date().toISOString() };
    if (table === 'mailbox') return { id, active: false };
    const secret = encryptedSecret(this.tx.keyRing, { org_id: this.to.orgId, id }, 'secret', newSecret());
    return { id, active: false, secret };
  }

  #aboutNumbered({ section, record_id: id }: Row): unknown {
    return this.#numbers.get(TABLE_OF[String(section)] ?? '')?.get(id) ?? id;
  }
}
