/** All that a database holds, to be compared with another. */
import pg from 'pg';

/** Each table's rows as texts, in their order; and where each sequence is. */
export const contentOf = (connection: pg.ClientConfig): Promise<Record<string, unknown>> => {
  const client = new pg.Client(connection);
  const ask = async (text: string) => (await client.query<{ name: string; value: string }>(text)).rows;
  return client
    .connect()
    .then(async () => {
      await client.query(
        "set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1",
      );
      const content: Record<string, unknown> = {};
      const tables = await ask(
        "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migration'",
      );
      for (const { name } of tables) {
        const rows = await ask(`select to_jsonb(t)::text as value from ${name} t order by 1`);
        content[name] = rows.map(({ value }) => value);
      }
      const sequences = await ask(
        "select quote_ident(sequencename) as name from pg_sequences where schemaname = 'public'",
      );
      for (const { name } of sequences)
        content[name] = (await ask(`select last_value || ' ' || is_called as value from ${name}`))[0]?.value;
      return content;
    })
    .finally(() => client.end());
};
