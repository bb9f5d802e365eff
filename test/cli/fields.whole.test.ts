/** `broker-crm field set` changes the named members and no others (docs/decisions/0018). */
import { beforeAll, expect, test } from 'vitest';
import { commandOn, type Ran } from '../support/command.ts';
import { setUpService } from '../support/fixture.ts';
import { databaseUrl } from '../support/postgres.ts';

const { service } = setUpService();
let run: (...args: string[]) => Promise<Ran>;
beforeAll(async () => {
  run = commandOn({ DATABASE_URL: databaseUrl(service.connection) });
});

test('a field becomes required, stays required, and becomes optional; the audit log names the command', async () => {
  const { orgId, client } = await service.organisation();
  const api = await client();
  const set = async (label: string, ...flags: string[]) => {
    const { code, stderr } = await run(
      'field',
      'set',
      'goals',
      'ind_1',
      '--org',
      `${orgId}`,
      '--label',
      label,
      ...flags,
    );
    expect(code, stderr).toBe(0);
    const { json } = await run('field', 'list', '--org', `${orgId}`);
    return [json.fields.goals[0].required, (await api.post('/v3/goals', { subject: 'Haus' })).status];
  };
  expect(await set('Wert')).toEqual([undefined, 201]);
  expect(await set('Wert', '--required')).toEqual([true, 400]);
  expect(await set('Werte')).toEqual([true, 400]);
  expect(await set('Werte', '--no-required')).toEqual([undefined, 201]);
  const { json } = await run('audit', 'list', '--org', `${orgId}`, '--record', 'settings/0');
  const last = json.at(-1);
  const left = { kind: 'text', label: 'Werte' };
  expect([last.action, last.via]).toEqual(['field', 'command']);
  expect(last.changes).toEqual({ 'goals.ind_1': [{ ...left, required: true }, left] });
});
