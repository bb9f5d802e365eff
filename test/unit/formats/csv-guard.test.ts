/** Texts that a spreadsheet would compute: exports guard them, imports take the guard away (rules 17.1). */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHeader, csvLine, rowOf, type TableColumn } from '../../../src/derive/csv-record.ts';
import { csv } from '../../../src/formats/csv/csv.ts';
import { registry } from '../../../src/model/registry.ts';
import { cleanText } from '../../../src/shared/value-form.ts';

const COLUMNS: readonly TableColumn[] = ['name', 'nummer'].map((name) => ({
  name,
  header: name,
  dataType: 'string',
  value: (record) => record[name],
}));

const fileOf = (texts: readonly string[]): string =>
  csvHeader(COLUMNS) +
  texts.map((name, at) => csvLine(COLUMNS, rowOf(COLUMNS, { name, nummer: `n${at}` }, {}, true))).join('');

const imported = async (text: string): Promise<unknown[]> => {
  const open = async () =>
    (async function* () {
      yield Buffer.from(text);
    })();
  const { options } = await csv.inspect(open, { section: 'customers' }, registry);
  const names: unknown[] = [];
  for await (const { values } of csv.read(open, options, registry, { hint: () => undefined, lines: () => undefined }))
    names.push(values.name);
  return names;
};

const FORMULAS = ['=1+1', '＝1', '＋1', '－1', '＠x', '+49 170', '-5', '@x'];

test('no cell begins a formula', () => {
  const lines = fileOf([...FORMULAS, ...FORMULAS.map((text) => `'${text}`)]).split('\r\n');
  expect(lines.filter((line) => /^"?[=+\-@\t\uFF0B\uFF0D\uFF1D\uFF20]/.test(line))).toEqual([]);
});

test('an import reads every text of an export as it was', async () => {
  const sign = fc.constantFrom("'", '=', '+', '-', '@', '＝', '＋', '－', '＠', ';', '"', '\t', '\n', ' ', 'a', '4');
  const text = fc
    .string({ unit: sign, minLength: 1, maxLength: 8 })
    .map((one) => cleanText(one, {}))
    .filter(Boolean);
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), async (texts) => {
      expect(await imported(fileOf(texts))).toEqual(texts);
    }),
    { numRuns: 60, examples: [[["'\t\t\t'"]], [["'\ta\t'", 'a\t\ta']], [["'+49", '＝1', "''=1", "'n Abend"]]] },
  );
});
