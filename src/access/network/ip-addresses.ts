/** Client addresses: reading them from a request, and the networks that a token is limited to (rules 6.2, 6.5). */
import ipaddr from 'ipaddr.js';
import { fail } from '../../errors/api-error.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A list of networks to compare addresses with. */
export interface AddressList {
  readonly empty: boolean;
  /** False for text that is not an address. */
  has(address: string): boolean;
}

const V4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * An address, or undefined. Only the usual forms: ipaddr.js alone would also read `1` and `0x7f.1` as IPv4. A mapped
 * address (`::ffff:1.2.3.4`) is the IPv4 address in it, a zone (`%eth0`) is dropped.
 */
const parseAddress = (text: string): Address | undefined => {
  if (V4.test(text)) return ipaddr.IPv4.isValidFourPartDecimal(text) ? ipaddr.IPv4.parse(text) : undefined;
  const zone = text.indexOf('%');
  const plain = zone < 0 ? text : text.slice(0, zone);
  if (!plain.includes(':') || !ipaddr.IPv6.isValid(plain)) return undefined;
  const address = ipaddr.IPv6.parse(plain);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
};

const parseNetwork = (text: string): [Address, number] | undefined => {
  const [base, bits, ...rest] = text.trim().split('/');
  const address = base === undefined ? undefined : parseAddress(base);
  if (!address || base?.includes('%') || rest.length) return undefined;
  const size = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, size];
  if (!/^\d{1,3}$/.test(bits)) return undefined;
  // `::ffff:1.2.3.0/120` is the IPv4 network 1.2.3.0/24.
  const length = Number(bits) - (size === 32 && base?.includes(':') ? 96 : 0);
  return length >= 0 && length <= size ? [address, length] : undefined;
};

/**
 * Reads addresses and CIDR networks, IPv4 and IPv6.
 * @throws 400 `validation_failed` (as `invalid_address`) naming the invalid one
 */
export const addressList = (networks: readonly string[]): AddressList => {
  const parsed = networks.map((text, i) => {
    const network = parseNetwork(text);
    if (network) return network;
    const message = `"${text}" is no IP address or CIDR network (examples: 192.0.2.7, 10.0.0.0/8, 2001:db8::/32).`;
    throw fail('validation_failed', {
      as: 'invalid_address',
      message,
      issues: [{ path: ['addresses', i], code: 'invalid_format', message }],
    });
  });
  return {
    empty: parsed.length === 0,
    has: (text) => {
      const address = parsed.length ? parseAddress(text) : undefined;
      if (!address) return false;
      return parsed.some(([base, bits]) =>
        base.kind() === address.kind() ? (address as ipaddr.IPv4).match(base as ipaddr.IPv4, bits) : false,
      );
    },
  };
};

/** Checks networks. @returns them trimmed, as they are stored @throws as `addressList` */
export const checkAddresses = (networks: readonly string[]): string[] => {
  const trimmed = networks.map((text) => text.trim());
  addressList(trimmed);
  return trimmed;
};

const plain = (address: string): string =>
  address.startsWith('::ffff:') || address.includes('%') ? String(parseAddress(address) ?? address) : address;

/** A hop of `X-Forwarded-For`: some proxies add the port. */
const hop = (text: string): Address | undefined => {
  const trimmed = text.trim();
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(trimmed)?.[1];
  const withPort = /^(\d{1,3}(?:\.\d{1,3}){3}):\d+$/.exec(trimmed)?.[1];
  return parseAddress(bracketed ?? withPort ?? trimmed);
};

/**
 * The client address: that of the socket or, where the socket is a trusted proxy, the rightmost forwarded hop that is
 * not one. An invalid hop ends the search, because the hops on its left cannot be trusted either (rules 6.5).
 */
export const clientAddress = (
  socketAddress: string | undefined,
  xForwardedFor: string | readonly string[] | undefined,
  trustedProxies: AddressList,
): string => {
  let client = plain(socketAddress ?? '');
  if (trustedProxies.empty || !xForwardedFor) return client;
  const hops = (typeof xForwardedFor === 'string' ? xForwardedFor : xForwardedFor.join(',')).split(',');
  while (hops.length && trustedProxies.has(client)) {
    const next = hop(hops.pop() ?? '');
    if (!next) break;
    client = next.toString();
  }
  return client;
};

/**
 * The key under which failed authentications are counted: the IPv4 address, or the /64 of an IPv6 address (rules
 * 6.5).
 */
export const failureKey = (address: string): string => {
  const parsed = parseAddress(address);
  if (!parsed || parsed.kind() === 'ipv4') return parsed?.toString() ?? address;
  const prefix = (parsed as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
};
