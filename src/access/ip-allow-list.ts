/** Client addresses: who is calling, and whether a token may be used from there. IPv4 in IPv6 equals IPv4. */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses. */
export interface Range {
  readonly network: Address;
  readonly bits: number;
}

/** Text that is neither an address nor a range. */
export class InvalidRange extends Error {
  constructor(text: string) {
    super(`"${text}" is no IP address or CIDR range such as 203.0.113.0/24 or 2001:db8::/32.`);
  }
}

const MAPPED_BITS = 96;
const FOUR_PARTS = /^\d+\.\d+\.\d+\.\d+$/;

/** An address in its plain form; null for other text. Short forms of IPv4 (`10.1`) are not accepted. */
export const parseAddress = (text: string): Address | null => {
  const bare = text.trim().replace(/%.*$/, '');
  if (!bare.includes(':') && !FOUR_PARTS.test(bare)) return null;
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null;
};

/** @throws InvalidRange */
export const parseRange = (text: string): Range => {
  const [head = '', tail, more] = text.trim().split('/');
  const plain = parseAddress(head);
  if (!plain || more !== undefined || (tail !== undefined && !/^\d{1,3}$/.test(tail))) throw new InvalidRange(text);
  const full = plain.kind() === 'ipv4' ? 32 : 128;
  if (tail === undefined) return { network: plain, bits: full };
  const mapped = plain.kind() === 'ipv4' && head.includes(':');
  const bits = Number(tail) - (mapped ? MAPPED_BITS : 0);
  if (bits < 0 || bits > full) throw new InvalidRange(text);
  return { network: plain, bits };
};

/** Whether an address lies in one of the ranges. */
export const isWithin = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(({ network, bits }) => network.kind() === address.kind() && address.match(network as ipaddr.IPv4, bits));

/** Whether the client may use a token with this list; an address that cannot be read is in no list. */
export const isAllowed = (client: string, ranges: readonly Range[]): boolean => {
  const address = parseAddress(client);
  return address !== null && isWithin(address, ranges);
};

const withoutPort = (hop: string): string => {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(hop);
  if (bracketed?.[1]) return bracketed[1];
  const [, four] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop) ?? [];
  return four ?? hop;
};

/**
 * The client's address: the socket's, or behind trusted proxies the rightmost hop that is none of them (decisions 6.5).
 * @param trusted ranges of the proxies named in the configuration
 */
export const clientAddress = (
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trusted: readonly Range[],
): string => {
  const socket = parseAddress(socketAddress ?? '');
  if (!socket) return '';
  let client = socket;
  if (!forwardedFor || !isWithin(socket, trusted)) return client.toString();
  const hops = (typeof forwardedFor === 'string' ? forwardedFor : forwardedFor.join(',')).split(',');
  for (const hop of hops.reverse()) {
    const address = parseAddress(withoutPort(hop.trim()));
    // Beyond a hop that cannot be read nothing can be believed.
    if (!address) break;
    client = address;
    if (!isWithin(address, trusted)) break;
  }
  return client.toString();
};

/** What failed authentications are counted by: the address, or the /64 of an IPv6 address, which one client owns. */
export const addressGroup = (client: string): string => {
  const address = parseAddress(client);
  if (!address) return client || 'local';
  if (address.kind() === 'ipv4') return address.toString();
  return `${(address as ipaddr.IPv6).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`;
};
