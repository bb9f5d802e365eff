/** How a bucket of any service that speaks S3 is reached. */
import { setMaxListeners } from 'node:events';
import type { S3 } from '@aws-sdk/client-s3';

/** How a bucket is reached. */
export interface S3Settings {
  /** Empty for AWS itself. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Settings that name the keys, for who forgot them; S3_ACCESS_KEY_ID and its secret by default. */
  readonly keySettings?: string;
  /** How long the bucket may take to answer one request; 30 seconds by default. */
  readonly timeoutMs?: number;
}

const CONNECT_MS = 5000;
const ANSWER_MS = 30_000;
/** A download that its reader does not take on for so long is over. */
const IDLE_MS = 120_000;
/**
 * Each download holds a connection until it was read. With the library's 50 for all, 50 slow clients would block the
 * bucket for all others; without a limit there are as many connections as clients.
 */
const AGENT = { maxSockets: Number.POSITIVE_INFINITY };

/** The library is large: it is loaded where a bucket is really used, and may be left out of an installation. */
const library = () =>
  import('@aws-sdk/client-s3').catch((cause: unknown) => {
    throw new Error('S3_BUCKET needs the package @aws-sdk/client-s3: install it with npm install @aws-sdk/client-s3', {
      cause,
    });
  });

/** Says which settings are missing where neither they nor the machine have a key, and else which bucket it is that fails. */
const explained =
  ({ bucket, endpoint, keySettings = 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY' }: S3Settings) =>
  (error: Error) => {
    if (error.name === 'CredentialsProviderError')
      throw new Error(`The bucket needs an access key, and there is none: set ${keySettings}.`, { cause: error });
    // The class of the error stays: callers check its name and status.
    error.message = `bucket ${bucket}${endpoint ? ` at ${new URL(endpoint).host}` : ''}: ${error.message || error.name}`;
    throw error;
  };

/** Makes `destroy` also abort running requests: otherwise a bucket that does not answer is awaited, three times. */
const endedByDestroy = (s3: S3, settings: S3Settings): S3 => {
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  const [send, destroy] = [s3.send.bind(s3) as S3['send'], s3.destroy.bind(s3)];
  s3.send = ((command: Parameters<S3['send']>[0], options?: object) =>
    send(command, { ...options, abortSignal: end.signal }).catch(explained(settings))) as S3['send'];
  s3.destroy = () => {
    end.abort();
    destroy();
  };
  return s3;
};

/** A client. @throws where its library is not installed; the message says how to install it */
export const connectS3 = async (settings: S3Settings): Promise<S3> => {
  const sdk = await library();
  const s3 = new sdk.S3({
    region: settings.region,
    ...(settings.endpoint ? { endpoint: settings.endpoint, forcePathStyle: true } : {}),
    ...(settings.accessKeyId
      ? { credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey } }
      : {}),
    maxAttempts: 3,
    // The library has no timeout by default, so uploads would wait forever.
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: settings.timeoutMs ?? ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: IDLE_MS,
      httpAgent: AGENT,
      httpsAgent: AGENT,
    },
    // Our own checksums are sent instead; services other than AWS do not know the newer trailing ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return endedByDestroy(s3, settings);
};

const statusOf = (error: unknown): number =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode ?? 0;

/** Whether an error means that the key does not exist. */
export const isMissing = (error: unknown): boolean =>
  ['NotFound', 'NoSuchKey'].includes((error as { name?: string }).name ?? '') || statusOf(error) === 404;

/** The bucket answers our key that it has no such object; to a key that may not list, some say so by refusing it. */
export const isNoObject = (error: unknown): boolean =>
  ['NoSuchKey', 'AccessDenied'].includes((error as { name?: string }).name ?? '');

/** The service does not offer the call, or our key must not use it. */
export const isUnsupported = (error: unknown): boolean => [403, 405, 501].includes(statusOf(error));
