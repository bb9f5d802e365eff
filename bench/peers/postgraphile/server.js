// PostGraphile as its documentation starts it: the Amber preset, filters, node:http.
import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { PostGraphileConnectionFilterPreset } from 'postgraphile-plugin-connection-filter';

const { PORT, CONNECTION, SCHEMA, ORGANISATION } = process.env;
const preset = {
  extends: [PostGraphileAmberPreset, PostGraphileConnectionFilterPreset],
  pgServices: [makePgService({ connectionString: CONNECTION, schemas: [SCHEMA] })],
  grafserv: { graphiql: false, watch: false },
  // With an organisation, calls are of its role, as a token would say it.
  ...(ORGANISATION
    ? { grafast: { context: { pgSettings: { role: `${SCHEMA}_tenant`, 'app.org_id': ORGANISATION } } } }
    : {}),
};

const server = createServer();
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(Number(PORT), '127.0.0.1', () => process.stdout.write('ready\n'));
