/** Errors repeat a bounded part of the request (rules 8.1). */
import { describe, expect, test } from 'vitest';
import { ApiError, errorTable, fail, invalid } from '../../src/errors/api-error.ts';
import { boundedIssues, IssueCollector, truncateForEcho } from '../../src/errors/issues.ts';
import { setUpService } from '../support/fixture.ts';

const { client } = setUpService();

const unknown = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 0]));

describe('issues', () => {
  test.each([
    ['damages', '/v3/damages', unknown(250)],
    ['a search', '/v3/search', { query: 'x', indices: ['customers'], ...unknown(250) }],
    ['a link', '/v3/customers/1/links', { foreign_section: 'damages', ...unknown(250) }],
    ['a relation', '/v3/customers/1/relations', { kid_beziehung: 1, beziehung: 1, ...unknown(250) }],
  ])('at most 100 are listed, and all are counted: %s', async (_, path, body) => {
    const { data } = (await client.post(path, body)).body;
    expect([data.issues.length, data.issues_total]).toEqual([100, 250]);
  });

  test('of all items of a batch are counted', async () => {
    const { data } = (await client.post('/v3/damages', Array(3).fill(unknown(150)))).body;
    expect([data.issues.length, data.issues_total]).toEqual([100, 450]);
    expect(data.issues[0].path).toEqual([0, 'k0']);
  });

  test('are not counted where all are listed', async () => {
    expect((await client.post('/v3/damages', unknown(3))).body.data).not.toHaveProperty('issues_total');
  });

  test('contain sent values only in truncated form', async () => {
    const name = 'ä'.repeat(5000);
    const { data } = (await client.post('/v3/damages', { [name]: 1 })).body;
    const [issue] = data.issues;
    expect(issue.path).toEqual([`${'ä'.repeat(99)}…`]);
    expect(issue.message).toBe(`${'ä'.repeat(99)}… is not a field of this record.`);
    const { message } = (await client.post('/v3/search', { query: 'x', indices: [name] })).body.data.issues[0];
    expect(message.startsWith(`${'ä'.repeat(99)}… is no index`)).toBe(true);
  });

  test('never end in half a character', () => {
    expect(truncateForEcho('😀'.repeat(80))).toBe(`${'😀'.repeat(49)}…`);
    expect([
      truncateForEcho({ toString: 1 }),
      truncateForEcho([1]),
      truncateForEcho(null),
      truncateForEcho(-0),
    ]).toEqual(['an object', 'a list', 'null', '0']);
  });

  test('beyond the listed ones are counted and not built', () => {
    const findings = new IssueCollector();
    let made = 0;
    const make = () => {
      made += 1;
      return { path: [], code: 'x', message: 'y' };
    };
    for (let i = 0; i < 100_000; i += 1) findings.add(make);
    expect([made, findings.issues.length, boundedIssues(findings.issues).total]).toEqual([100, 100, 100_000]);
  });
});

test('no error response exceeds its size limit for any input', () => {
  const long = 'x'.repeat(100_000);
  const issues = Array(5000).fill({ path: [long, 1], code: 'x', message: long });
  const errors = Object.keys(errorTable).map((code) =>
    fail(code as keyof typeof errorTable, {
      message: long,
      issues,
      details: { given: long, all: Array(9999).fill('y') },
    }),
  );
  for (const error of [...errors, invalid(issues)]) expect(JSON.stringify(error.body()).length).toBeLessThan(64 * 1024);
  expect(new ApiError('not_found').body()).toEqual({
    statusCode: 404,
    statusMessage: errorTable.not_found[1],
    data: { error: 'not_found', message: errorTable.not_found[1] },
  });
});
