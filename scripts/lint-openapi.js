#!/usr/bin/env node
/**
 * The OpenAPI description (generated/openapi.yaml, whose freshness is a check of its own) passes the recommended rules
 * of Redocly and of Spectral. Prints what does not, and ends with 1.
 */
import { readFile } from 'node:fs/promises';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import rulesets from '@stoplight/spectral-rulesets';

/**
 * The API has `documents/folders/{id}` (rules 16.7) beside `documents/{id}/download`, below three kinds of contacts.
 * Ids are numbers, so no address is both.
 */
const AMBIGUOUS = { rule: 'no-ambiguous-paths', times: 3 };

const yaml = await readFile(new URL('../generated/openapi.yaml', import.meta.url), 'utf8');

const byRedocly = async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: yaml, config });
  const others = problems.filter(({ ruleId }) => ruleId !== AMBIGUOUS.rule);
  const ambiguous = problems.length - others.length;
  return [
    ...others.map(({ ruleId, message, location }) => `Redocly ${ruleId}: ${message} ${location[0]?.pointer}`),
    ...(ambiguous === AMBIGUOUS.times ? [] : [`Redocly ${AMBIGUOUS.rule}: ${ambiguous} instead of ${AMBIGUOUS.times}`]),
  ];
};

const bySpectral = async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']] });
  const problems = await linter.run(new spectral.Document(yaml, parsers.Yaml));
  return problems.map(({ code, message, path }) => `Spectral ${code}: ${message} ${path.join('.')}`);
};

const problems = [...(await byRedocly()), ...(await bySpectral())];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
