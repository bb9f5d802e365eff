// The service itself, as one of those that are compared.
import { json } from './call.js';
import { OWN_FIELD } from './data.js';

const withArrays = 'with_addresses=true&with_contacts=true';

/** Starts the service. @returns a side of the comparison (bench/parts/peers.js) */
export const startService = async (stage, { token }, NODE) => {
  await stage.startApi({ NODE, LOG_LEVEL: 'error' });
  const headers = { authorization: `Bearer ${token}` };
  const at = '/v3/customers';
  return {
    name: 'service',
    table: "(select * from contact where section = 'customers')",
    contracts: 'contract',
    own: "extra::jsonb ->> 'ind_1'",
    pid: stage.api.pid,
    origin: stage.origin,
    headers,
    ask: {
      one: ({ id }) => ({ path: `${at}/${id}` }),
      list: () => ({ path: `${at}?limit=50` }),
      arrays: () => ({ path: `${at}?limit=50&${withArrays}` }),
      page: () => ({ path: `${at}?limit=1000` }),
      search: ({ word }) => json('POST', '/v3/search', { query: word, indices: ['customers'], limit: 50 }),
      create: ({ person }) => json('POST', at, person),
      patch: ({ id, vorname }) => json('PATCH', `${at}/${id}`, { vorname }),
      indexed: ({ id, geb }) => json('PATCH', `${at}/${id}`, { geb }),
      own: ({ id, vorname }) => json('PATCH', `${at}/${id}`, { [OWN_FIELD]: vorname }),
      contract: ({ id, beitrag }) => json('PATCH', `/v3/contracts/${id}`, { beitrag }),
    },
    /** Records and total of a response. */
    read: (answer) => {
      const records = answer.items ?? answer.data?.customers.items ?? [answer];
      return { records, total: answer.total };
    },
  };
};
