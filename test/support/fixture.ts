/** A service with one organisation and a client of it, for all tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { type Client, type Organisation, startTestService, type TestService } from './service.ts';

/** The fixture of a file. Its members are empty until its first `beforeAll` has run. */
export interface Fixture {
  readonly service: TestService;
  readonly organisation: Organisation;
  /** A client with all scopes. */
  readonly client: Client;
}

/**
 * Starts a service before the tests of a file and stops it after them.
 * @param options of the service
 * @param plan of the organisation
 */
export const setUpService = (
  options?: Parameters<typeof startTestService>[0],
  plan?: Record<string, unknown>,
): Fixture => {
  const fixture = { service: {} as TestService, organisation: {} as Organisation, client: {} as Client };
  beforeAll(async () => {
    Object.assign(fixture.service, await startTestService(options));
    Object.assign(fixture.organisation, await fixture.service.organisation(plan));
    Object.assign(fixture.client, await fixture.organisation.client());
  });
  afterAll(() => fixture.service.stop?.());
  return fixture;
};
