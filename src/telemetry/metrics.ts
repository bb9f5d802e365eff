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
    'From the head of a request to the last byte of its response.',
    'method',
    'route',
  ),
  underWay: gauge('http_requests_under_way', 'Requests in progress.'),
  unreadBytes: gauge('http_unread_bytes', 'Buffered bytes of responses from 1 MiB on that clients have not read yet.'),
  errors: counter(
    'errors_total',
    'Error responses by code: rate_limit_exceeded is a refused call, invalid_token and similar are failed authentications.',
    'code',
  ),
  connectionsRefused: counter(
    'connections_refused_total',
    'Connections refused for lack of file handles; at most one a second is counted if the system refuses them.',
  ),
  ready: least('ready', 'Whether the check of /readyz succeeded last time.', 'check'),
  connections: gauge('database_connections', 'Connections to the database, by pool.', 'pool', 'state'),
  connectionWaiting: gauge('database_waiting', 'Tasks that wait for a connection, by pool.', 'pool'),
  databaseSeconds: histogram(
    'database_duration_seconds',
    'Work in the database, by kind; a transaction with all its statements.',
    'kind',
  ),
  statements: counter('database_statements_total', 'Statements that were sent.'),
  outboxDepth: most('outbox_deliveries', 'Deliveries waiting for their next attempt, up to 1,000 of a webhook.'),
  outboxAge: most('outbox_oldest_due_seconds', 'Age of the oldest due delivery.'),
  deliveries: counter('deliveries_total', 'Attempts to deliver, by outcome.', 'outcome'),
  deliverySeconds: histogram('delivery_duration_seconds', 'Attempts to deliver.'),
  uploads: counter('uploads_total', 'Attempts to store a file, by outcome.', 'outcome'),
  uploadBytes: counter('upload_bytes_total', 'Bytes of stored files.'),
  certificateEnd: least('certificate_end_timestamp_seconds', 'Expiry of the certificate of TLS_CERT.'),
  backup: most(
    'backup_timestamp_seconds',
    'Time of the latest backup of the embedded database; with BACKUP_TO, the time up to which it is complete.',
  ),
  backupWorks: least(
    'backup_works',
    'Whether BACKUP_TO stores new data and the latest full copy succeeded; 0 until the first success.',
  ),
  backupWaiting: most(
    'backup_log_waiting_bytes',
    'WAL of the embedded database that waits for upload to BACKUP_TO; finished segments are compressed.',
  ),
});

export type Metrics = ReturnType<typeof createMetrics>;

/** All of them, as they are now. */
export const readMetrics = (metrics: Metrics): Promise<Reading[]> =>
  Promise.all(Object.values(metrics).map((family) => family.get() as Promise<Reading>));

/** Names, help and labels of all metrics, for docs and checks. */
export const metricsTable = Object.values(createMetrics()).map((family) => ({
  ...family.described,
  type: family instanceof Histogram ? 'histogram' : family instanceof Gauge ? 'gauge' : 'counter',
}));
