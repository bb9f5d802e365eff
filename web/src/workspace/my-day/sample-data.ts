/**
 * Sample data for an empty organisation: a small import, so that "remove" is its undo. Persons are invented, telephone
 * numbers are from ranges reserved for fiction.
 */
import { call } from '../../api/v3.ts';
import { type ImportJob, isRunning, sendFile } from '../imports/import-job.ts';
import { moveDay, today } from './days.ts';

/** The system of the external ids, by which the import is found again. */
const SOURCE = 'sample-data';
const POLL_MS = 700;

const COLUMNS = [
  ...['external_id', 'name', 'vorname', 'anrede', 'geb', 'addresses.strasse', 'addresses.plz', 'addresses.ort'],
  ...['contacts.Telefon', 'contacts.E-Mail', 'betreuer'],
].map((field) => `customers.${field}`);
const CONTRACT_COLUMNS = [
  'external_id',
  'sparte',
  'gesellschaft',
  'nummer',
  'kennzeichen',
  'beitrag',
  'intervall',
  'beginn',
  'ablauf',
  'status',
].map((field) => `contracts.${field}`);

/** Name to address, `+days/year` is an anniversary. */
const PEOPLE = `
Bergmann|Anna|Frau|+4/1984|Lindenweg 4|14467|Potsdam|+49 171 39200 31
Bergmann|Tom|Herr|+71/1982|Lindenweg 4|14467|Potsdam|+49 171 39200 32
Aydın|Elif|Frau|+1/1990|Keplerstraße 11|10589|Berlin|+49 30 23125 331
Brückner|Hans-Georg|Herr|+140/1953|Am Markt 2|04109|Leipzig|+49 171 39200 33
Thelen|Marie|Frau|+200/1975|Rheinufer 27|50667|Köln|+49 221 4710 341
Nowak|Piotr|Herr|+250/1988|Ahornallee 9|20357|Hamburg|+49 40 66969 351
Hofer|Resi|Frau|+300/1961|Bergstraße 15|80331|München|+49 89 99998 361
Lorenz|Felix|Herr|+33/1996|Gartenweg 3|60313|Frankfurt am Main|+49 69 90009 371
Bäckerei Sonntag GmbH||Firma||Feldweg 8|14467|Potsdam|+49 171 39200 34
`;
/** The customer by place, then Sparte to premium, end (or beginning) in days. */
const CONTRACTS = `
1|Privathaftpflicht|Havelufer|PH-1001||72,00|+125
1|Hausrat|Havelufer|HR-1002||138,50|+100
1|Kraftfahrtversicherung|Havelufer|KF-1003|P-AB 1984|512,30|+38
2|Rechtsschutz Privat/Beruf/Verkehr|Havelufer|RS-1004||294,00|+220
3|Privathaftpflicht|Elbtal|PH-1005||66,00|+97
3|Berufsunfähigkeitsversicherung|Bergquell|BU-1006||940,00|-700
4|Wohngebäude|Havelufer|WG-1007||486,20|+160
4|Hausrat|Elbtal|HR-1008||121,00|+260
5|Kraftfahrtversicherung|Elbtal|KF-1009|K-MT 75|633,10|+45
5|Private Rentenversicherung|Bergquell|RP-1010||1.200,00|-1500
6|Privathaftpflicht|Havelufer|PH-1011||72,00|+310
7|Unfallversicherung|Havelufer|UN-1012||118,00|+180
7|Wohngebäude|Elbtal|WG-1013||541,00|+102
8|Kraftfahrtversicherung|Havelufer|KF-1014|F-FL 96|418,90|+240
9|Betriebshaftpflicht|Elbtal|BH-1015||860,00|+110
9|Inhaltsversicherung|Havelufer|IN-1016||1.140,00|+190
`;

const linesOf = (text: string): readonly (readonly string[])[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));

const anniversary = (text: string): string => {
  const [days, year] = text.split('/');
  const day = days ? moveDay(today(), Number(days)) : '';
  return year ? `${year}${day.slice(4)}`.replace('-02-29', '-02-28') : day;
};

/** A contract: one with an end renews each year, another has begun. */
const contractOf = ([, sparte, insurer, number, plate, premium, days = '']: readonly string[]): readonly string[] => {
  const day = anniversary(days);
  const begins = days.startsWith('-')
    ? day
    : `${Number(day.slice(0, 4)) - 4}${day.slice(4)}`.replace('-02-29', '-02-28');
  return [
    number,
    sparte,
    insurer,
    number,
    plate,
    premium,
    'jährlich',
    begins,
    days.startsWith('-') ? '' : day,
    'aktiv',
  ].map((cell) => cell ?? '');
};

/** @param adviser the e-mail address of the user in charge */
const fileOf = (adviser: string, name: string): File => {
  const people = linesOf(PEOPLE).map(([last = '', first = '', kind = '', birth = '', ...rest], at) => {
    const word = (first || last).toLowerCase().replaceAll(/[^a-z]/g, '');
    const mail = `${word}${at + 1}@example.com`;
    return [`${SOURCE}-${at + 1}`, last, first, kind, anniversary(birth), ...rest, mail, adviser];
  });
  // Further contracts of a customer name its external id alone.
  const rows = linesOf(CONTRACTS).map((line, at, all) => {
    const person = people[Number(line[0]) - 1] ?? [];
    const again = all[at - 1]?.[0] === line[0];
    return [...person.map((cell, i) => (again && i ? '' : cell)), ...contractOf(line)];
  });
  const head = [...COLUMNS, ...CONTRACT_COLUMNS];
  return new File([[head, ...rows].map((row) => row.join(';')).join('\n')], name, { type: 'text/csv' });
};

const OPTIONS = {
  format: 'csv',
  sections: ['customers', 'contracts'],
  mapping: Object.fromEntries([...COLUMNS, ...CONTRACT_COLUMNS].map((field) => [field, field])),
  source: SOURCE,
  encoding: 'utf-8' as const,
  delimiter: ';',
  decimal: ',' as const,
};

/** The import of sample data; undefined where there is none. */
export const sampleOf = (jobs: readonly ImportJob[]): ImportJob | undefined =>
  jobs.find(({ options }) => options.source === SOURCE);

/** Waits for the step that a worker runs. @throws ApiError */
const settled = async (id: number): Promise<ImportJob> => {
  for (;;) {
    const job = await call('GET /v3/imports/:id', { id });
    if (!isRunning(job)) return job;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/**
 * Writes the sample data. @param name of its file, which the list of imports shows
 * @returns the import as it is then @throws ApiError
 */
export const loadSample = async (adviser: string, name: string): Promise<ImportJob> => {
  const id = await sendFile(fileOf(adviser, name), () => undefined, OPTIONS);
  const staged = await settled(id);
  if (staged.state !== 'ready') return staged;
  await call('POST /v3/imports/:id/apply', { id, body: { rows: 'all' } });
  return settled(id);
};

/** Takes the sample data back; records that were changed since stay. @throws ApiError */
export const removeSample = async ({ id }: ImportJob): Promise<ImportJob> => {
  await call('POST /v3/imports/:id/undo', { id });
  return settled(id);
};
