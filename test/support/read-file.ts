/** Reads files by their format, without a service. */
import { applySettings } from '../../src/derive/org-settings/apply-settings.ts';
import type { Format, ReadOptions } from '../../src/formats/format.ts';
import type { LineCounts, SourceHint, SourceRecord } from '../../src/formats/source-record.ts';
import { registry as declared } from '../../src/model/registry.ts';

/** As a new organisation has it. */
const registry = applySettings(declared, {}, 'Europe/Berlin');

/** The options, records and remarks of a file. */
export const readFile = async (format: Format, content: string | Buffer, given: ReadOptions = {}) => {
  const open = async () =>
    (async function* () {
      yield Buffer.from(content);
    })();
  const { options, hints = [] } = await format.inspect(open, given, registry);
  const records: SourceRecord[] = [];
  const remarks: SourceHint[] = [...hints];
  let lines: Readonly<Record<string, LineCounts>> = {};
  const report = {
    hint: (hint: SourceHint) => void remarks.push(hint),
    lines: (counts: typeof lines) => {
      lines = counts;
    },
  };
  for await (const record of format.read(open, options, registry, report)) records.push(record);
  return { options, records, hints: remarks, lines };
};
