/** W3C trace contexts (https://www.w3.org/TR/trace-context/): taken from a caller, and on their way to deliveries. */

/** As a header says it: `00-<trace>-<span>-<flags>`; a later version may say more behind that. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Invalid values of version, trace and span. */
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

/** The context of a header; undefined for a missing or malformed one: then a new trace begins. */
export const contextOf = (header: unknown): TraceContext | undefined => {
  if (typeof header !== 'string' || header.length > MOST_CHARACTERS) return undefined;
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(header) ?? [];
  if (!version || !traceId || !spanId || !flags || (version === '00' && more !== undefined)) return undefined;
  if (NONE.has(version) || NONE.has(traceId) || NONE.has(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
};

/** The context of the client in the form in which it is propagated; undefined as above. */
export const parseTraceparent = (header: unknown): string | undefined => {
  if (header === undefined) return undefined;
  const context = contextOf(header);
  return context && traceparentOf(context);
};
