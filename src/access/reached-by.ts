/** How a browser reached the service: what a request itself says of that counts only where somebody trusted says it. */
import type { Socket } from 'node:net';
import type { AddressList } from './ip-addresses.ts';

/** An IPv4 address as an IPv6 socket knows it. */
const MAPPED = '::ffff:';

/** What is looked at of a request. */
interface Reached {
  /** `encrypted` is there where the service itself speaks TLS. */
  readonly socket: Pick<Socket, 'remoteAddress' | 'localAddress' | 'localPort'> & { readonly encrypted?: boolean };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether the browser's connection is encrypted: it is, or PUBLIC_URL says so, or a trusted proxy does. */
export const throughTls = (request: Reached, publicUrl: string, trustedProxies: AddressList): boolean => {
  if (request.socket.encrypted || publicUrl.startsWith('https:')) return true;
  if (trustedProxies.empty || !trustedProxies.has(request.socket.remoteAddress ?? '')) return false;
  return (
    String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https'
  );
};

/**
 * Where links lead: PUBLIC_URL, or the address of this service that the connection came to. Never what the request's
 * `Host` says: whoever asks could have links sent that lead to a host of theirs.
 */
export const linkOrigin = ({ socket }: Reached, publicUrl: string): string => {
  if (publicUrl) return new URL(publicUrl).origin;
  const [given = ''] = (socket.localAddress ?? '127.0.0.1').split('%', 1);
  const address = given.startsWith(MAPPED) && given.includes('.') ? given.slice(MAPPED.length) : given;
  return `http${socket.encrypted ? 's' : ''}://${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 0}`;
};
