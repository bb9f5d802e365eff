/** Every number that the service shows of itself to Prometheus; docs/operating.md lists them from here. */
import { Counter, Gauge, Histogram, type Reading } from './metric-families.ts';

const PREFIX = 'broker_crm_';
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const described = (name: string, help: string, labels: readonly string[]) => ({ name: PREFIX + name, help, labels });
const counter = (name: string, help: string, ...labels: string[]) => new Counter(described(name, help, labels));
const histogram = (name: string, help: string, ...labels: string[]) =>
  new Histogram(described(name, help, labels), SECONDS);
const gauge = (name: string, help: string, ...labels: string[]) => new Gauge(described(name, help, labels));
const least = (name: string, help: string, ...labels: string[]) => new Gauge(described(name, help, labels), 'min');
const most = (name: string, help: string, ...labels: string[]) => new Gauge(described(name, help, labels), 'max');

/** The numbers of one process, all at nothing. */
export const createMetrics = () => ({
  requests: counter(
    'http_requests_total',
    'Requests that were answered, or given up by their caller (status 499).',
    'method',
    'route',
    'status',
  ),
  requestSeconds: histogram(
    'http_request_duration_seconds',
    'From the head of a request to the last byte of its answer.',
    'method',
    'route',
  ),
  underWay: gauge('http_requests_under_way', 'Requests that are not answered yet.'),
  unreadBytes: gauge('http_unread_bytes', 'Answers from 1 MiB on that their callers have not taken yet.'),
  errors: counter(
    'errors_total',
    'Answers with an error, by its machine code: rate_limit_exceeded is a budget refused, invalid_token and its like are failed authentications.',
    'code',
  ),
  connectionsRefused: counter(
    'connections_refused_total',
    'Connections that were refused because there are too few file handles; one a second where the system itself refuses them.',
  ),
  ready: least('ready', 'Whether a check of /readyz held when it was last asked.', 'check'),
  connections: gauge('database_connections', 'Connections to the database, by pool.', 'pool', 'state'),
  connectionWaiting: gauge('database_waiting', 'Work that waits for a connection, by pool.', 'pool'),
  databaseSeconds: histogram(
    'database_duration_seconds',
    'Work in the database, by kind; a transaction with all its statements.',
    'kind',
  ),
  statements: counter('database_statements_total', 'Statements that were sent.'),
  outboxDepth: most('outbox_deliveries', 'Deliveries that wait for their next attempt, up to 1,000 of a webhook.'),
  outboxAge: most('outbox_oldest_due_seconds', 'How long the delivery that is due longest has been due.'),
  deliveries: counter('deliveries_total', 'Attempts to deliver, by outcome.', 'outcome'),
  deliverySeconds: histogram('delivery_duration_seconds', 'Attempts to deliver.'),
  packing: most('search_packing_waiting', 'Record kinds of organisations whose search entries are to be packed.'),
  uploads: counter('uploads_total', 'Files that were to be stored.', 'outcome'),
  uploadBytes: counter('upload_bytes_total', 'Bytes of files that were stored.'),
  certificateEnd: least('certificate_end_timestamp_seconds', 'When the certificate of TLS_CERT ends.'),
  backup: most(
    'backup_timestamp_seconds',
    'When the latest backup of the embedded database was made; with BACKUP_TO, until when it has everything.',
  ),
  backupWorks: least(
    'backup_works',
    'Whether BACKUP_TO takes what is new, and the latest copy of the whole could be made; 0 until it first does.',
  ),
  backupWaiting: most(
    'backup_log_waiting_bytes',
    'WAL of the embedded database that waits to get to BACKUP_TO, compressed as far as its segments are finished.',
  ),
});

export type Metrics = ReturnType<typeof createMetrics>;

/** All of them, as they are now. */
export const readMetrics = (metrics: Metrics): Promise<Reading[]> =>
  Promise.all(Object.values(metrics).map((family) => family.read()));

/** Their names, for what refers to them. */
export const metricsTable = Object.values(createMetrics()).map(({ described: { name, help, labels }, ...family }) => ({
  name,
  help,
  labels,
  type: 'bounds' in family ? 'histogram' : 'aggregator' in family ? 'gauge' : 'counter',
}));
