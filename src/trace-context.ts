/** W3C trace contexts (https://www.w3.org/TR/trace-context/): taken from a caller, and on their way to deliveries. */

/** As a header says it: `00-<trace>-<span>-<flags>`; a later version may say more behind that. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** What no version, no trace and no span is. */
const NONE = new Set(['ff', '0'.repeat(32), '0'.repeat(16)]);
const MOST_CHARACTERS = 512;

/** Which trace and span, and whether the one who began it records it. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}

/** The header of a context. */
export const traceparentOf = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & 1).toString().padStart(2, '0')}`;

/** The context that a header says; undefined where there is none, or one that is not well formed: then a trace begins here. */
export const contextOf = (header: unknown): TraceContext | undefined => {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return undefined;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (!version || !traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined;
  if (NONE.has(version) || NONE.has(traceId) || NONE.has(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};

/** The context of a caller as it is passed on; undefined as above. */
export const takenTraceparent = (header: unknown): string | undefined => {
  if (header === undefined) return undefined;
  const context = contextOf(header);
  return context && traceparentOf(context);
};

/** Deliveries of one change: all belong to the trace of the call that made it. */
export interface HandedTrace {
  readonly requestIds: readonly string[];
  readonly traceparent: string;
}

/** So many deliveries are known by their trace; the oldest are forgotten. */
const MOST_KNOWN = 10_000;

/**
 * Which trace each delivery belongs to. It is known to the processes of this machine and until they end: a delivery that
 * another machine makes, or that waits for longer, begins a trace of its own.
 */
class HandedTraces {
  readonly #traces = new Map<string, string>();
  /** Where this process does not deliver itself: tells the one that does. */
  passOn: ((handed: HandedTrace) => void) | null = null;

  note(handed: HandedTrace): void {
    if (this.passOn) {
      this.passOn(handed);
      return;
    }
    for (const id of handed.requestIds) this.#traces.set(id, handed.traceparent);
    for (const id of this.#traces.keys()) {
      if (this.#traces.size <= MOST_KNOWN) break;
      this.#traces.delete(id);
    }
  }

  /** The trace of a delivery, by its request id. */
  of(requestId: string): string | undefined {
    return this.#traces.get(requestId);
  }
}

/** Those of this process. */
export const handedTraces = new HandedTraces();
