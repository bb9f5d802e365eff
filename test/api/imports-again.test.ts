/** Properties of imports: an undo restores every record, and a file changes nothing when it is imported again. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { raw, sql } from '../../src/sql/sql.ts';
import { setUpService } from '../support/fixture.ts';
import { setUpImportWorker, staged, step } from '../support/import-client.ts';

const RUNS = 20;
const fixture = setUpService();
setUpImportWorker(fixture.service);

const HEAD = 'Kundennummer;Name;Vorname;Geburtsdatum;Titel;Straße;PLZ;Ort;Telefon;Mobil;E-Mail;IBAN';

/** A value of few, so that rows meet each other; often none. */
const some = (...values: string[]) => fc.constantFrom('', ...values);
const line = fc
  .tuple(
    fc.constantFrom('1', '2', '3', 'a1', 'A1', ' 4 '),
    fc.constantFrom('Alt', 'ALT', 'Neu'),
    some('Eva', 'Uwe'),
    some('01.02.1980', '1.2.80', '03.04.1990'),
    some('Dr.', 'Prof.'),
    some('Hauptstraße 1', 'HAUPTSTR. 1', 'Weg 2'),
    some('04109', '50667'),
    some('Leipzig', 'leipzig', 'Köln'),
    some('0341 1234567', '+49 341 1234567', '0171 3920021'),
    some('0171/3920021', '0160 1112223'),
    some('a@example.com', 'A@Example.com'),
    some('DE89370400440532013000', 'DE89 3704 0044 0532 0130 00', 'DE02120300000000202051'),
  )
  .map((cells) => cells.join(';'));

/** Live rows of all tables of customers and their parts, without stamps. */
const stored = async (prefix: string): Promise<string> => {
  const { orgId } = fixture.organisation;
  const tables = ['contact', 'address', 'contact_detail', 'bank_account'];
  const found = await Promise.all(
    tables.map((name) =>
      fixture.service.asService.read(sql`select regexp_replace(t.printed, '"(insert|edit)_datum":[^,}]*', '', 'g') as text
        from ${raw(name)} t join contact c on c.org_id = ${orgId} and c.id = t.${raw(name === 'contact' ? 'id' : 'kid')}
        where t.org_id = ${orgId} and t.del = 0 and c.del = 0 and c.nummer like ${`${prefix}-%`}
        order by t.id`),
    ),
  );
  return JSON.stringify(found, null, 1);
};

test('apply and undo restore every record, and the same file twice changes nothing', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 4 }),
      fc.array(line, { minLength: 1, maxLength: 5 }),
      async (before, after) => {
        run += 1;
        const prefix = `run${run}`;
        const file = (lines: readonly string[]) =>
          [HEAD, ...lines.map((one) => `${prefix}-${one.trim()}`), ''].join('\n');
        const options = { section: 'customers', match: ['nummer'] };
        const begin = await staged(fixture.client, file(before), { ...options, source: 'a' });
        await step(fixture.client, begin.id, 'apply');
        const old = await stored(prefix);
        const job = await staged(fixture.client, file(after), { ...options, source: 'b' });
        await step(fixture.client, job.id, 'apply');
        const changed = await stored(prefix);
        const again = await staged(fixture.client, file(after), { ...options, source: 'c' });
        expect(again.counts).toMatchObject({ changed: 0, new: 0, conflict: 0 });
        await step(fixture.client, again.id, 'apply');
        expect(await stored(prefix)).toBe(changed);
        await step(fixture.client, job.id, 'undo');
        expect(await stored(prefix)).toBe(old);
      },
    ),
    { numRuns: RUNS },
  );
}, 300_000);

/** The rows of a customer: each has some of its cells, and the parts of an address together. */
const spread = fc.tuple(
  line,
  fc.array(fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }), { minLength: 1, maxLength: 3 }),
);
const GROUPS = [2, 3, 4, 5, 5, 5, 6, 7, 8, 9].map((group) => group - 2);

test('rows in another order give the same records', async () => {
  let run = 0;
  const order = fc.array(fc.nat(), { minLength: 9, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(fc.array(spread, { minLength: 1, maxLength: 3 }), order, async (customers, ranks) => {
      run += 1;
      const lines = customers.flatMap(([whole, rows], at) => {
        const [, name, ...cells] = whole.split(';');
        return rows.map((has) =>
          [at, name, ...cells.map((cell, group) => (has[GROUPS[group] ?? 0] ? cell : ''))].join(';'),
        );
      });
      const shuffled = lines.map((text, at) => ({ text, rank: ranks[at] ?? 0 })).toSorted((a, b) => a.rank - b.rank);
      const written = async (prefix: string, some: readonly string[]): Promise<unknown> => {
        const file = [HEAD, ...some.map((one) => `${prefix}-${one}`), ''].join('\n');
        const job = await staged(fixture.client, file, { section: 'customers', match: ['nummer'] });
        await step(fixture.client, job.id, 'apply');
        // Ids and ranks follow the order, and of one telephone number in two columns the first spelling stays.
        const texts = (await stored(prefix))
          .replaceAll(prefix, '')
          .replaceAll(/\\"(id|kid|rang|nummer)\\":\d+,?/g, '')
          .replaceAll('0171/3920021', '0171 3920021');
        return JSON.parse(texts).map((rows: readonly { text: string }[]) => rows.map(({ text }) => text).sort());
      };
      const texts = shuffled.map(({ text }) => text);
      expect(await written(`o${run}b`, texts)).toEqual(await written(`o${run}a`, lines));
    }),
    { numRuns: RUNS / 4 },
  );
}, 300_000);
