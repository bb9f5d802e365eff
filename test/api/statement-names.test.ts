/** PostgreSQL knows a prepared statement by the first 63 bytes of its name: no two may share them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let api: Client;
beforeAll(async () => {
  service = await startTestService();
  api = await (await service.organisation()).client();
});
afterAll(() => service.stop());

const ARRAYS = ['addresses', 'contacts', 'banks', 'numbers', 'identifications', 'jobs'].map(
  (name) => `with_${name}=true`,
);

test('a far long page answers, whole and flat, one after the other on every connection', async () => {
  const list = `/v3/customers?${ARRAYS.join('&')}&betreuer=1&kontakt_art=0&limit=600&page=3`;
  for (let round = 0; round < 6; round += 1) {
    for (const form of ['', '&flat=true']) expect((await api.get(`${list}${form}`)).status).toBe(200);
  }
});
