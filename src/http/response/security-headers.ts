/** Headers that protect those who are answered, by family of addresses: on every answer, errors included. */
import { isHttps } from '../../access/network/request-origin.ts';

type Headers = Readonly<Record<string, string>>;

/** A year, as ASVS 3.4.1 asks for. */
const HSTS = 'max-age=31536000; includeSubDomains';

const policy = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([name, sources]) => `${name} ${sources}`.trim())
    .join('; ');

/** Data loads and runs nothing, and is not framed by other sites. */
const DATA_POLICY = policy({ 'default-src': "'none'", 'frame-ancestors': "'none'", 'base-uri': "'none'" });

/** The settings page: its own files. Its style sheets carry the nonce of the answer; the script sets single styles. */
export const pagePolicy = (nonce: string): string =>
  policy({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  });

/** The reference: its script makes its styles, and gives it no way to mark them. */
export const REFERENCE_POLICY = policy({
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self' data:",
  'connect-src': "'self'",
  'form-action': "'none'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
});

/** On every answer. No cache may keep an answer unless its address says otherwise. */
const EVERYWHERE: Headers = {
  'Content-Security-Policy': DATA_POLICY,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};
const BEHIND_TLS: Headers = { ...EVERYWHERE, 'Strict-Transport-Security': HSTS };

type Incoming = Parameters<typeof isHttps>[0];

/** The headers of an answer before an address adds its own. */
export type SecurityHeaders = (request: Incoming) => Headers;

/** @param publicUrl setting PUBLIC_URL */
export const securityHeaders =
  (publicUrl: string, trustedProxies: Parameters<typeof isHttps>[2]): SecurityHeaders =>
  (request) =>
    isHttps(request, publicUrl, trustedProxies) ? BEHIND_TLS : EVERYWHERE;

/** The same where there is no reply, as lines of the head. */
export const SECURITY_HEADER_LINES = Object.entries(EVERYWHERE)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');
