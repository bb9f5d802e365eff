/** A collector of OpenTelemetry: takes traces as OTLP/HTTP sends them (protobuf), and shows them. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as it arrived. */
export interface Collected {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string;
  readonly name: string;
  readonly failed: boolean;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly resource: Readonly<Record<string, string | number | boolean>>;
}

type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** The fields of a message of protobuf, by number. */
const fieldsOf = (bytes: Buffer): Message => {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++] as number;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = Number(varint());
    const kind = key & 7;
    const value = kind === 0 ? varint() : take(kind === 1 ? 8 : kind === 5 ? 4 : Number(varint()));
    fields.set(key >> 3, [...(fields.get(key >> 3) ?? []), value]);
  }
  return fields;
};
const messagesIn = (message: Message, number: number): Message[] =>
  (message.get(number) ?? []).map((one) => fieldsOf(one as Buffer));
const bytesIn = (message: Message, number: number): Buffer => (message.get(number)?.[0] ?? Buffer.alloc(0)) as Buffer;

const attributesIn = (message: Message, number: number): Record<string, string | number | boolean> =>
  Object.fromEntries(
    messagesIn(message, number).map((pair) => {
      const value = fieldsOf(bytesIn(pair, 2));
      const shown = value.has(1) ? bytesIn(value, 1).toString() : Number(value.get(3)?.[0] ?? value.get(2)?.[0]);
      return [bytesIn(pair, 1).toString(), shown];
    }),
  );

/** The spans of an ExportTraceServiceRequest. */
const spansIn = (body: Buffer): Collected[] =>
  messagesIn(fieldsOf(body), 1).flatMap((ofResource) => {
    const resource = attributesIn(fieldsOf(bytesIn(ofResource, 1)), 1);
    return messagesIn(ofResource, 2).flatMap((scope) =>
      messagesIn(scope, 2).map((span) => ({
        traceId: bytesIn(span, 1).toString('hex'),
        spanId: bytesIn(span, 2).toString('hex'),
        parentId: bytesIn(span, 4).toString('hex'),
        name: bytesIn(span, 5).toString(),
        failed: fieldsOf(bytesIn(span, 15)).get(3)?.[0] === 2n,
        attributes: attributesIn(span, 9),
        resource,
      })),
    );
  });

/** Listens on a port of its own. */
export const startCollector = async () => {
  const spans: Collected[] = [];
  const calls: { readonly path: string; readonly headers: IncomingMessage['headers'] }[] = [];
  let status = 200;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    calls.push({ path: request.url ?? '', headers: request.headers });
    if (status === 200) spans.push(...spansIn(Buffer.concat(chunks)));
    response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end();
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    spans,
    calls,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Answers so from now on. */
    answer: (given: number): void => {
      status = given;
    },
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
};
