/** Random writes of all shapes: records, parts and annotations are made, changed, moved, merged and deleted. */

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape are looked into
type Json = any;

/** Sends a request until it is answered. */
export type Send = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
) => Promise<{ readonly status: number; readonly body: Json }>;

/** What the writes touch, and so what is copied. */
export const SECTIONS =
  'customers contracts damages documents activities goals addresses banking comments followers tags links tariffs folders relations system/tags'.split(
    ' ',
  );

type Kind = 'customers' | 'contracts' | 'damages' | 'documents' | 'activities' | 'goals';

/** Records that one list holds: older ones are left to themselves, so that writers meet. */
const MOST = 400;

/** @param random from 0 to 1 @param largest most records that one call makes */
export const createWriters = (send: Send, random: () => number, largest: number) => {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  const text = (): string => random().toString(36).slice(2, 10);
  /** Numbers of records that were made; some of them are gone. */
  const made = new Map<Kind, number[]>();
  const [folders, parts, tags, links]: [[number, number][], [string, number][], number[], string[]] = [[], [], [], []];
  const keep = <T>(list: T[], item: T): void => {
    list.push(item);
    if (list.length > MOST) list.splice(Math.floor(random() * list.length), 1);
  };
  const of = (kind: Kind): number => pick(made.get(kind) ?? []) ?? 0;
  const ofAny = (): string => {
    const kind = pick<Kind>(['customers', 'customers', 'contracts', 'damages', 'documents', 'activities', 'goals']);
    return `${kind}/${of(kind ?? 'customers')}`;
  };
  /** @returns what was made, or nothing where it was refused */
  const post = async (path: string, body: unknown): Promise<number[]> => {
    const answer = await send('POST', path, body);
    if (answer.status >= 300) return [];
    return answer.body.ids ?? answer.body.inserted?.map(({ id }: { id: number }) => id) ?? [answer.body.id];
  };
  /** One, or some at once. @returns how many writes it was */
  const make = async (kind: Kind, path: string, body: () => object, alone = false): Promise<number> => {
    const count = alone || random() < 0.6 ? 1 : 2 + Math.floor(random() * (largest - 1));
    const bodies = Array.from({ length: count }, body);
    const list = made.get(kind) ?? [];
    made.set(kind, list);
    for (const id of await post(path, count === 1 ? bodies[0] : bodies)) keep(list, id);
    return count;
  };
  const makePart = async (path: string, body: unknown): Promise<void> => {
    for (const id of await post(path, body)) keep(parts, [path, id]);
  };
  const change = (kind: Kind, body: object) => send('PATCH', `/v3/${kind}/${of(kind)}`, body);
  const remove = (kind: Kind, share: number) => random() < share && send('DELETE', `/v3/${kind}/${of(kind)}`);
  const flag = (): number => Number(random() < 0.5);
  const ways: readonly (() => Promise<unknown> | unknown)[] = [
    () => make('customers', '/v3/customers', () => ({ name: text(), vorname: text(), geb: '1980-01-02' })),
    () =>
      make('contracts', '/v3/contracts', () => ({ kid: of('customers'), nummer: text(), tariffs: [{ name: text() }] })),
    () => make('damages', '/v3/damages', () => ({ kid: of('customers'), art: text() })),
    () => make('activities', '/v3/activities', () => ({ kategorie: 'notiz', titel: text() })),
    () => make('goals', `/v3/customers/${of('customers')}/goals`, () => ({ subject: text() }), true),
    () =>
      make('documents', `/v3/customers/${of('customers')}/documents`, () => ({ base64: 'eA==', name: text() }), true),
    () => makePart(`/v3/customers/${of('customers')}/addresses`, { ort: text() }),
    () => makePart(`/v3/customers/${of('customers')}/banking`, { iban: text() }),
    () => makePart(`/v3/${ofAny()}/comments`, { text: text() }),
    () => makePart(`/v3/${ofAny()}/followers`, {}),
    () => makePart(`/v3/contracts/${of('contracts')}/tariffs`, { name: text() }),
    async () => {
      const path = `/v3/${ofAny()}/links`;
      const [foreign_section = '', foreign_id = '0'] = ofAny().split('/');
      for (const id of await post(path, { foreign_section, foreign_id: Number(foreign_id) }))
        keep(links, `${path}/${id}`);
    },
    () => random() < 0.5 && send('DELETE', pick(links) ?? '/v3/customers/1/links/1'),
    () => makePart(`/v3/customers/${of('customers')}/relations`, { kid_beziehung: of('customers'), beziehung: 1 }),
    async () => {
      if (tags.length < 20) for (const id of await post('/v3/system/tags', { tag: text() })) tags.push(id);
      await makePart(`/v3/${ofAny()}/tags`, { tag_id: pick(tags) });
    },
    async () => {
      const kid = of('customers');
      for (const id of await post(`/v3/customers/${kid}/documents/folders`, { name: text() })) keep(folders, [kid, id]);
    },
    () => change('documents', { ordner: (pick(folders) ?? [0, 0])[1] }),
    () => {
      const [kid, id] = pick(folders) ?? [0, 0];
      return random() < 0.2 && send('DELETE', `/v3/customers/${kid}/documents/folders/${id}`);
    },
    () => change('customers', { name: text(), kommentar: text() }),
    () => change('contracts', { nummer: text(), archiv: flag() }),
    () => change('damages', { art: text() }),
    () => change('activities', { titel: text() }),
    () => {
      const [path, id] = pick(parts) ?? ['/v3/customers/1/addresses', 0];
      if (random() < 0.5) return send('DELETE', `${path}/${id}`);
      return send('PATCH', `${path}/${id}`, { ort: text(), text: text() });
    },
    () => remove('contracts', 0.6),
    () => remove('customers', 0.3),
    () => remove('damages', 0.4),
    () => remove('documents', 0.3),
    () => remove('activities', 0.3),
    () => {
      const mode = pick(['enrich_master', 'master_wins']);
      return send('POST', `/v3/customers/${of('customers')}/merge`, { slave_kid: of('customers'), mode });
    },
  ];
  return {
    /** One call. @returns how many writes it was */
    write: async (): Promise<number> => {
      const did = await pick(ways)?.();
      return typeof did === 'number' ? did : Number(did !== false);
    },
    /** Each section has a record, whatever chance took. */
    finish: async (): Promise<void> => {
      const [one, other] = [await post('/v3/customers', { name: 'A' }), await post('/v3/customers', { name: 'B' })];
      const customer = `/v3/customers/${one[0]}`;
      await post(`${customer}/links`, { foreign_section: 'customers', foreign_id: other[0] });
      await post(`${customer}/relations`, { kid_beziehung: other[0], beziehung: 1 });
      await post(`${customer}/tags`, { tag_id: (await post('/v3/system/tags', { tag: text() }))[0] });
    },
  };
};
