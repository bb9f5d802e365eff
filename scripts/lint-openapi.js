#!/usr/bin/env node
/**
 * Lints the OpenAPI description (generated/openapi.yaml, whose freshness is a check of its own) with the recommended
 * rules of Redocly; with `--all` also with those of Spectral, which take two minutes. Prints violations and exits with 1
 * if there are any.
 */
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

/** Findings that are no problems, each so many times where `times` is given. */
const NONE = [
  // The API has `documents/folders/{id}` (rules 16.7), `documents/{id}/download` and the annotations of documents
  // (rules 5.18), below three kinds of contacts, and `imports/mappings/{name}` (rules 17.1). Ids are numbers, so no address matches both.
  { rule: 'no-ambiguous-paths', times: 19, at: /./ },
  // A body must not have fields that the path gives: `not: {required: [kid]}` names a property that the schema does
  // not have.
  { rule: 'no-required-schema-properties-undefined', at: /\/not\// },
  // The required members distinguish the two forms of a search, not `limit`.
  { rule: 'no-illogical-composition-keywords', times: 1, at: /search/ },
  // What `allOf` takes together from a schema with `patternProperties` and from another, the validator forgets of the other.
  { rule: 'no-invalid-media-type-examples', times: 1, at: /RecordWasMadeDocument\/.*\/success$/ },
];

const yaml = await readFile(new URL('../generated/openapi.yaml', import.meta.url), 'utf8');

const byRedocly = async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: yaml, config });
  const placed = problems.map(({ ruleId, message, location }) => ({ ruleId, message, at: location[0]?.pointer ?? '' }));
  const isOne =
    ({ ruleId, at }) =>
    (none) =>
      none.rule === ruleId && none.at.test(at);
  const others = placed.filter((problem) => !NONE.some(isOne(problem)));
  const counts = NONE.map((none) => placed.filter((problem) => isOne(problem)(none)).length);
  return [
    ...others.map(({ ruleId, message, at }) => `Redocly ${ruleId}: ${message} ${at}`),
    ...NONE.flatMap(({ rule, times }, i) =>
      times === undefined || counts[i] === times ? [] : [`Redocly ${rule}: ${counts[i]} instead of ${times}`],
    ),
  ];
};

const bySpectral = async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
  const problems = await linter.run(new spectral.Document(yaml, parsers.Yaml));
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${message} ${path.join('.')}`);
};

const problems = [...(await byRedocly()), ...(process.argv.includes('--all') ? await bySpectral() : [])];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
