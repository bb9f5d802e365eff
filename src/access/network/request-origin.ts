/** How a browser reached the service; headers about it count from trusted proxies only. */
import type { Socket } from 'node:net';
import type { AddressList } from './ip-addresses.ts';

/** An IPv4 address as an IPv6 socket knows it. */
const MAPPED = '::ffff:';

/** The parts of a request that are read here. */
interface Reached {
  /** `encrypted` is there where the service itself speaks TLS. */
  readonly socket: Pick<Socket, 'remoteAddress' | 'localAddress' | 'localPort'> & { readonly encrypted?: boolean };
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Whether the browser's connection is encrypted: it is, or PUBLIC_URL says so, or a trusted proxy does. */
export const isHttps = (request: Reached, publicUrl: string, trustedProxies: AddressList): boolean => {
  if (request.socket.encrypted || publicUrl.startsWith('https:')) return true;
  if (trustedProxies.empty || !trustedProxies.has(request.socket.remoteAddress ?? '')) return false;
  return (
    String(request.headers['x-forwarded-proto'] ?? '')
      .split(',')[0]
      ?.trim() === 'https'
  );
};

/**
 * The origin for links: PUBLIC_URL, or the local address of the connection. Never the `Host` header: the client could
 * direct links in mails to its own host.
 */
export const publicOrigin = ({ socket }: Reached, publicUrl: string): string => {
  if (publicUrl) return new URL(publicUrl).origin;
  const [given = ''] = (socket.localAddress ?? '127.0.0.1').split('%', 1);
  const address = given.startsWith(MAPPED) && given.includes('.') ? given.slice(MAPPED.length) : given;
  return `http${socket.encrypted ? 's' : ''}://${address.includes(':') ? `[${address}]` : address}:${socket.localPort ?? 0}`;
};
