/** Random writes of all shapes: records, parts and annotations are made, changed, moved, merged and deleted. */
import { randomUUID } from 'node:crypto';
import type { Asker, Reply } from '../crash/load/ask.ts';
import type { Random } from '../crash/random.ts';
import { createKnown, idOf, KINDS, type Kind, ownerOf, PARTS, type Part } from './known.ts';
import { partShapes, recordShapes } from './shapes.ts';

/** How often each is done. */
const WAYS = { make: 8, attach: 9, change: 6, changePart: 3, remove: 3, removePart: 3, merge: 1 };

/** How often that is tried which must succeed once. */
const TRIES = 50;

/** Sends requests until they are answered, and counts the answers. */
const createSend = (asker: Asker, statuses: Map<number, number>, gone: (path: string) => void) => {
  return async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object): Promise<Reply> => {
    const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    const sent = body && { body: () => JSON.stringify(body) };
    const reply = await asker.ask({ method, path: `/v3/${path}`, headers, ...sent });
    if (!reply) throw new Error(`${method} ${path} was given up`);
    statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
    if (reply.status === 404 || (method === 'DELETE' && reply.status < 300))
      gone(method === 'POST' ? ownerOf(path) : path);
    return reply;
  };
};

/** @param largest most records that one call makes */
export const createWriters = (asker: Asker, random: Random, largest: number) => {
  const statuses = new Map<number, number>();
  const known = createKnown(random);
  const [records, parts] = [recordShapes(known, random), partShapes(known, random)];
  const send = createSend(asker, statuses, known.gone);
  /** Parents of the created documents. */
  const below = new Map<string, string>();
  let written = 0;

  const anyKind = (): Kind => random.pick(KINDS) as Kind;
  const anyPart = (): Part => random.pick(PARTS) as Part;
  const done = ({ status }: Reply): number => Number(status < 300);
  /** @returns the created ids; none if the request was refused */
  const post = async (path: string, body: object): Promise<number[]> => {
    const { status, body: answer } = await send('POST', path, body);
    if (status >= 300) return [];
    return answer.ids ?? answer.inserted?.map(({ id }: { id: number }) => id) ?? [answer.id];
  };
  const make = async (kind: Kind, most: number): Promise<number> => {
    const { at, body, batch } = records[kind];
    const bodies = Array.from({ length: batch && random.next() < 0.5 ? random.whole(1, most) : 1 }, body);
    const path = at();
    const ids = await post(path, bodies.length > 1 ? bodies : (bodies[0] as object));
    for (const id of ids) known.add(kind, `${kind}/${id}`);
    if (kind === 'documents' && ids.length) below.set(`documents/${ids[0]}`, ownerOf(path));
    return ids.length;
  };
  const attach = async (part: Part): Promise<number> => {
    const { owner, body } = parts[part];
    const path = `${owner()}/${part === 'folders' ? 'documents/folders' : part}`;
    const [id] = await post(path, body());
    if (id !== undefined) known.add(part, `${path}/${id}`);
    return Number(id !== undefined);
  };
  /** @returns how many records were written, 0 where it was refused */
  const ways: Readonly<Record<keyof typeof WAYS, () => Promise<number>>> = {
    make: () => make(anyKind(), largest),
    attach: () => attach(anyPart()),
    change: async () => {
      const kind = anyKind();
      const path = known.one(kind);
      return done(await send('PATCH', path, records[kind].change(below.get(path) ?? '')));
    },
    changePart: async () => {
      const part = random.pick(PARTS.filter((one) => !parts[one].fixed)) as Part;
      return done(await send('PATCH', known.one(part), parts[part].body()));
    },
    remove: async () => done(await send('DELETE', known.one(anyKind()))),
    removePart: async () => done(await send('DELETE', known.one(anyPart()))),
    merge: async () => {
      const [master, slave] = [known.one('customers'), known.one('customers')];
      const mode = random.pick(['enrich_master', 'master_wins']);
      const merged = done(await send('POST', `${master}/merge`, { slave_kid: idOf(slave), mode }));
      if (merged) known.gone(slave);
      return merged;
    },
  };
  const untilDone = async (way: () => Promise<number>): Promise<void> => {
    for (let tries = 0; tries < TRIES && !(await way()); tries += 1);
  };
  return {
    statuses,
    /** Records that were written: as many as a call made, or one. */
    written: () => written,
    /** One writer's work, until it is enough. @throws where the asker gave up */
    write: async (isEnough: () => boolean): Promise<void> => {
      while (!isEnough()) {
        const count = await ways[random.weighted(WAYS)]();
        written += count;
      }
    },
    /** Each section has a record, independent of the random choices. */
    oneOfEach: async (): Promise<void> => {
      for (const kind of KINDS) await untilDone(() => make(kind, 1));
      for (const part of PARTS) await untilDone(() => attach(part));
    },
  };
};
