/**
 * Text of PDFs, for the proposals of the inbox. A PDF is read in a process of its own, with bounds of memory and time: pdf.js
 * reads untrusted files, and a small file can unpack to anything. Contents never change, so their texts are cached.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../../concurrency/semaphore.ts';
import { fail } from '../../errors/api-error.ts';

/** Heap of the process in MiB, and milliseconds until it is ended. */
const [HEAP_MIB, TIMEOUT_MS] = [256, 30_000];

/** Documents that are read at once in a process of the service, and how many may wait. */
const inTurn = createSemaphore(1, {
  maxQueueLength: 100,
  refused: () => fail('service_unavailable', { message: 'Too many documents are being read now.' }),
});

/** Characters of the beginning that are cached, and milliseconds for which they are. */
const [CACHED, CACHE_MS] = [8000, 3_600_000];

const argumentsOf = (): string[] => {
  const isSource = import.meta.url.endsWith('.ts');
  const main = fileURLToPath(new URL(`./pdf-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const loader = isSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  return [`--max-old-space-size=${HEAP_MIB}`, ...loader, main];
};

/** The text; empty where the process ends with an error, or is ended. */
const readPdf = async (bytes: Readable): Promise<string> => {
  const child = spawn(process.execPath, argumentsOf(), { stdio: ['pipe', 'pipe', 'ignore'], env: {} });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  const closed = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const sent = pipeline(bytes, child.stdin).catch(() => undefined);
  try {
    let text = '';
    for await (const piece of child.stdout.setEncoding('utf8')) text += piece;
    await sent;
    return (await closed) === 0 ? text.slice(0, CACHED) : '';
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
};

const texts = new LRUCache<string, { readonly text: Promise<string> }>({ max: 500, ttl: CACHE_MS });

/**
 * The beginning of the text of a PDF, at most 8,000 characters; empty where it has none, or cannot be read.
 * @param key names the content in its store
 * @throws errors of opening it, and 503 `service_unavailable` where too many wait; neither is cached
 */
export const beginningOfPdf = (key: string, open: () => Promise<AsyncIterable<Uint8Array>>): Promise<string> => {
  const known = texts.get(key);
  if (known) return known.text;
  const text = inTurn(async () => readPdf(Readable.from(await open())));
  texts.set(key, { text });
  text.catch(() => texts.delete(key));
  return text;
};
