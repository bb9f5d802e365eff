/** The key of the secrets in databases of tests. */
export const SECRETS_KEY = Buffer.alloc(32, 'a key for tests only').toString('base64');

/** Settings of a program with an external database, which refuses to start without a key. */
export const withSecretsKey = (env: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  env.DATABASE_URL ? { SECRETS_KEY, ...env } : env;
