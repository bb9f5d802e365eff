/** Folder trees under concurrency, the inbox to its end, and the upkeep of files (rules 5.7, 5.16). */

import { rm, stat, utimes } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createDiskStore } from '../../src/files/disk-store.ts';
import { fileStores, type ObjectStore } from '../../src/files/object-store.ts';
import { registry } from '../../src/model/registry.ts';
import type { Context } from '../../src/operations/call/call.ts';
import { systemContext } from '../../src/operations/call/system-actor.ts';
import { collectGarbage, moveFiles } from '../../src/operations/documents/gc-files.ts';
import { assignInboxDocument, discardInboxDocument, listInbox } from '../../src/operations/documents/inbox.ts';
import { sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';

const DATA_DIR = `${inject('files')}-folders`;
let context: Context;
let kid: number;
let other: number;

const { service, organisation, client } = setUpService({ env: { DATA_DIR } });
beforeAll(async () => {
  context = await systemContext(service.db, organisation.orgId);
  kid = (await client.post('/v3/customers', { name: 'Akte' })).body.kid;
  other = (await client.post('/v3/customers', { name: 'Andere' })).body.kid;
});

const folder = async (owner: number, name: string, parent_id?: number): Promise<number> =>
  (await client.post(`/v3/customers/${owner}/documents/folders`, { name, parent_id })).body.id;

/** The closure table must say what the parent_id columns say. */
const expectClosure = async () => {
  const [row] = await service.db.read<{
    wrong: number;
  }>(sql`with recursive tree as (select id as ancestor_id, id as descendant_id, 0 as depth from document_folder where org_id = ${context.actor.orgId}
      union all select t.ancestor_id, f.id, t.depth + 1 from tree t join document_folder f on f.org_id = ${context.actor.orgId} and f.parent_id = t.descendant_id),
      closure as (select ancestor_id, descendant_id, depth from document_folder_closure where org_id = ${context.actor.orgId})
      select count(*)::int as wrong from tree t full join closure c using (ancestor_id, descendant_id, depth)
      where t.depth is null or c.depth is null or (select count(*) from tree) <> (select count(*) from closure)`);
  expect(row?.wrong).toBe(0);
};

describe('folders', () => {
  test('concurrent moves make no cycle, and the closure table stays correct', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, i) => folder(kid, `F${i}`)));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        ids.map((id, i) =>
          client.patch(`/v3/customers/${kid}/documents/folders/${id}`, { parent_id: ids[(i + 1 + round) % 6] }),
        ),
      );
      await expectClosure();
    }
    for (const id of ids) {
      let at: number | null = id;
      for (let steps = 0; at !== null; steps += 1) {
        expect(steps).toBeLessThan(7);
        at = (await client.get(`/v3/customers/${kid}/documents/folders/${at}`)).body.parent_id;
      }
    }
  });

  test('a deleted folder in the middle of a tree leaves two correct trees', async () => {
    const a = await folder(kid, 'A');
    const b = await folder(kid, 'B', a);
    const c = await folder(kid, 'C', b);
    const d = await folder(kid, 'D', c);
    await client.delete(`/v3/customers/${kid}/documents/folders/${b}`);
    await expectClosure();
    const parents = await Promise.all(
      [a, c, d].map(async (id) => (await client.get(`/v3/customers/${kid}/documents/folders/${id}`)).body.parent_id),
    );
    expect(parents).toEqual([null, null, c]);
  });

  test('folders of another contact are not accepted', async () => {
    const theirs = await folder(other, 'Fremd');
    const path = `/v3/customers/${kid}/documents`;
    expect((await client.get(`${path}/folders/${theirs}`)).error).toBe('not_found');
    expect((await client.patch(`${path}/folders/${theirs}`, { name: 'x' })).error).toBe('not_found');
    expect((await client.delete(`${path}/folders/${theirs}`)).error).toBe('not_found');
    expect((await client.post(`${path}/folders`, { name: 'x', parent_id: theirs })).error).toBe('invalid_parent_id');
    expect((await client.post(path, { base64: 'eA==', ordner: theirs })).body.data.issues[0].code).toBe(
      'invalid_reference',
    );
    const id = (await client.post(path, { base64: 'eA==' })).body.id;
    expect((await client.patch(`/v3/documents/${id}`, { ordner: theirs })).body.data.issues[0].code).toBe(
      'invalid_reference',
    );
    expect((await client.post(`${path}/folders`, { name: 'x', kid })).error).toBe('body_kid_forbidden');
    expect((await client.post('/v3/customers/2147483647/documents/folders', { name: 'x' })).error).toBe('not_found');
  });

  test('an upload into a folder that is deleted concurrently ends without the folder', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await folder(kid, 'Weg');
      const [, ...uploads] = await Promise.all([
        client.delete(`/v3/customers/${kid}/documents/folders/${id}`),
        ...Array.from({ length: 4 }, () => client.post('/v3/documents', { base64: 'eA==', kid, ordner: id })),
      ]);
      for (const { status, body } of uploads) {
        expect([201, 400]).toContain(status);
        if (status === 201) expect((await client.get(`/v3/documents/${body.id}`)).body.ordner).toBe(0);
      }
    }
  });

  test('a merge moves folders and documents to the master', async () => {
    const slave = (await client.post('/v3/customers', { name: 'Doppelt' })).body.kid;
    const id = await folder(slave, 'Mit');
    const doc = (await client.post(`/v3/customers/${slave}/documents`, { base64: 'eA==', ordner: id })).body.id;
    expect((await client.post(`/v3/customers/${kid}/merge`, { slave_kid: slave })).status).toBe(200);
    expect((await client.get(`/v3/customers/${kid}/documents/folders/${id}`)).body).toMatchObject({ kid, name: 'Mit' });
    expect((await client.get(`/v3/customers/${kid}/documents/${doc}`)).body).toMatchObject({ kid, ordner: id });
    await expectClosure();
  });
});

describe('inbox', () => {
  const submit = async (name: string): Promise<number> =>
    (await client.post('/v3/inbox/documents', { base64: 'cG9zdA==', name, betreff: 'Post' })).body.id;

  test('a waiting document is assigned to a contract once', async () => {
    const contract = (await client.post('/v3/contracts', { kid, nummer: 'V' })).body.id;
    const id = await submit('post.pdf');
    expect((await listInbox(context)).find((item) => item.id === id)).toMatchObject({ name: 'post.pdf', size: 4 });
    const to = { section: 'contracts', id: contract } as const;
    const both = await Promise.allSettled([assignInboxDocument(context, id, to), assignInboxDocument(context, id, to)]);
    const made = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.documentId] : []));
    expect(made.length).toBe(1);
    expect((await client.get(`/v3/contracts/${contract}/documents/${made[0]}`)).body).toMatchObject({
      kid,
      vid: contract,
    });
    expect((await client.get(`/v3/contracts/${contract}/links`)).body.total).toBe(1);
    expect((await client.get(`/v3/documents/${made[0]}/download`)).text).toBe('post');
    expect((await listInbox(context)).some((item) => item.id === id)).toBe(false);
    await expect(discardInboxDocument(context, id)).rejects.toThrow('waits');
  });

  test('an assignment to a missing record leaves the document waiting; discarding removes it', async () => {
    const id = await submit('weg.pdf');
    await expect(assignInboxDocument(context, id, { section: 'customers', id: 2147483647 })).rejects.toThrow();
    expect((await listInbox(context)).some((item) => item.id === id)).toBe(true);
    await discardInboxDocument(context, id);
    expect((await listInbox(context)).some((item) => item.id === id)).toBe(false);
  });
});

describe('upkeep', () => {
  const store = createDiskStore(`${DATA_DIR}/files`);
  const stores = fileStores([store]);
  const orphan = async (text: string): Promise<string> =>
    (
      await store.put(
        context.actor.orgId,
        (async function* () {
          yield Buffer.from(text);
        })(),
      )
    ).key;
  const age = (key: string) => utimes(`${DATA_DIR}/files/${key}`, 1, 1);

  test('the sweep removes old orphans only, and names rows without content', async () => {
    const old = await orphan('old orphan');
    const young = await orphan('young orphan');
    await age(old);
    const id = (await client.post('/v3/documents', { base64: 'a2VlcA==' })).body.id;
    const { url } = (await client.get(`/v3/documents/${id}`)).body;
    await age(url);
    await client.delete(`/v3/documents/${id}`);
    const lost = (await client.post('/v3/documents', { base64: 'bG9zdA==' })).body.id;
    await rm(`${DATA_DIR}/files/${(await client.get(`/v3/documents/${lost}`)).body.url}`);
    let listed = 0;
    for await (const _entry of store.list()) listed += 1;
    const said: unknown[][] = [];
    const swept = await collectGarbage(service.db, stores, Date.now() - 86_400_000, (...all) => said.push(all));
    // The contents of an organisation together, then each row, of how many.
    const contents = said.filter(([what]) => what === 'disk');
    expect(contents.map(([, looked, , done]) => [looked, done])).toEqual([
      [listed, false],
      [listed, true],
    ]);
    const rows = said.filter(([what, , , done]) => what === 'document' && !done);
    expect(rows.map(([, looked, total]) => [looked, total])).toEqual([...rows.keys()].map((i) => [i + 1, rows.length]));
    expect(said.at(-1)?.[3]).toBe(true);
    expect(swept).toMatchObject({ removed: 1, freed: 10 });
    expect(swept.missing.map(({ id: missing }) => missing)).toEqual([lost]);
    expect(await store.size(old)).toBeNull();
    expect(await store.size(young)).toBe(12);
    expect((await stat(`${DATA_DIR}/files/${url}`)).size).toBe(4);
    await client.post('/v3/documents', { base64: 'bG9zdA==' });
  });

  test('content is moved to another store, and its rows name this store', async () => {
    const target: ObjectStore = { ...createDiskStore(`${DATA_DIR}/bucket`), aws: 1 };
    const both = fileStores([target, store]);
    const id = (await client.post('/v3/documents', { base64: 'bW92ZQ==', name: 'move.txt' })).body.id;
    const first = await moveFiles(service.db, both, registry, 1);
    expect(first.moved).toBeGreaterThan(0);
    expect(first.missing).toEqual([]);
    expect(await moveFiles(service.db, both, registry, 1)).toEqual({ moved: 0, missing: [] });
    const { aws, url } = (await client.get(`/v3/documents/${id}`)).body;
    expect([aws, await target.size(url)]).toEqual([1, 4]);
    await moveFiles(service.db, both, registry, 0);
    expect((await client.get(`/v3/documents/${id}/download`)).text).toBe('move');
  });
});
