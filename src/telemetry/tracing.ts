/**
 * Spans sent by OTLP to the collector in OTEL_EXPORTER_OTLP_ENDPOINT: one per request, one per database operation
 * below it, one per delivery. They have the data of the access log, and no more of a tenant.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Context } from '@opentelemetry/api';
import { contextOf, parseTraceparent, traceparentOf } from './trace-context.ts';

/** A span in progress. */
export interface Span {
  /** Outgoing calls on behalf of the span carry this. */
  readonly traceparent: string;
  /** Spans started in `run` are children of this one. */
  during<T>(run: () => T): T;
  /** @param failed a code that says why it failed, where it did */
  end(attributes: Attributes, failed?: string, name?: string): void;
}

/** Creates spans. */
export interface Traces {
  /** Begins the span of a call that is answered (`server`) or made (`client`). @param parent the trace it belongs to */
  begin(name: string, kind: 'server' | 'client', parent: string | undefined): Span;
  /** Runs work in a child span; without a parent it runs without one. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>;
  /** Sends the remaining spans, within the shutdown timeout. */
  stop(): Promise<void>;
}

/** A request as far as its trace is concerned. */
interface Traced {
  /** Where requests are traced. */
  readonly span: Span | null;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** The trace of work for a request: its own span, or the trace header of the client. */
export const traceOf = ({ span, headers }: Traced): string | undefined =>
  span?.traceparent ?? parseTraceparent(headers.traceparent);

/** Where spans go. */
export interface TracesOptions {
  /** Setting OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly otlpEndpoint: string;
  /** Setting OTEL_EXPORTER_OTLP_HEADERS. */
  readonly otlpHeaders: Readonly<Record<string, string>>;
  /** Setting OTEL_TRACES_SAMPLER_ARG. */
  readonly traceShare: number;
}

type Log = (level: 'info' | 'error', message: string, details?: Readonly<Record<string, unknown>>) => void;

/** Spans wait no longer than this, and an exit no longer than that. */
const SEND_EVERY_MS = 1000;
const LAST_MS = 2000;
const SEND_WITHIN_MS = 5000;

/** The library is loaded where spans are wanted, and may be left out of an installation. */
const library = async () => {
  const [api, trace, resources, otlp] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-proto'),
  ]);
  return { api, trace, resources, otlp };
};

/** Says once that the collector does not take spans, and once that it does again. */
const saying = (log: Log) => {
  let failing = false;
  return (error: Error | undefined): void => {
    if (error && !failing) log('error', 'Traces cannot be sent', { cause: error.message });
    if (!error && failing) log('info', 'Traces are sent again');
    failing = error !== undefined;
  };
};

/** Opens the way to the collector; null where none is set. @throws where a package of it is not installed */
export const createTracing = async (options: TracesOptions, log: Log): Promise<Traces | null> => {
  const { otlpEndpoint, otlpHeaders, traceShare } = options;
  if (!otlpEndpoint) return null;
  const { api, trace, resources, otlp } = await library();
  const url = `${otlpEndpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new otlp.OTLPTraceExporter({ url, headers: { ...otlpHeaders }, timeoutMillis: SEND_WITHIN_MS });
  const say = saying(log);
  const said: typeof exporter.export = (spans, done) =>
    exporter.export(spans, (result) => {
      say(result.code === 0 ? undefined : (result.error ?? new Error('refused')));
      done(result);
    });
  const provider = new trace.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'broker-crm' })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new trace.ParentBasedSampler({ root: new trace.TraceIdRatioBasedSampler(traceShare) }),
    spanProcessors: [
      new trace.BatchSpanProcessor({
        exporter: { export: said, shutdown: () => exporter.shutdown() },
        scheduledDelayMillis: SEND_EVERY_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('broker-crm');
  const running = new AsyncLocalStorage<Context>();
  const kinds = { server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT };
  const start = (name: string, kind: 'server' | 'client', parent: Context, attributes?: Attributes): Span => {
    const span = tracer.startSpan(name, { kind: kinds[kind], ...(attributes ? { attributes } : {}) }, parent);
    const context = api.trace.setSpan(parent, span);
    return {
      traceparent: traceparentOf(span.spanContext()),
      during: (run) => running.run(context, run),
      end: (ended, failed, better) => {
        if (better) span.updateName(better);
        span.setAttributes(failed === undefined ? ended : { ...ended, 'error.type': failed });
        if (failed !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
  return {
    begin: (name, kind, parent) => {
      const caller = contextOf(parent);
      const root = api.ROOT_CONTEXT;
      return start(name, kind, caller ? api.trace.setSpanContext(root, { ...caller, isRemote: true }) : root);
    },
    within: async (name, attributes, work) => {
      const parent = running.getStore();
      if (!parent) return work();
      const span = start(name, 'client', parent, attributes);
      try {
        const result = await span.during(work);
        span.end({});
        return result;
      } catch (error) {
        span.end({}, (error as { code?: string }).code ?? 'failed');
        throw error;
      }
    },
    stop: async () => {
      const late = new Promise<void>((done) => {
        setTimeout(done, LAST_MS).unref();
      });
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
};
