/** Which addresses webhooks, mail servers and issuers of organisations may have: public ones, and those that the operator opened (rules 7.7). */
import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A target that is not allowed. */
export class ForbiddenTarget extends Error {
  readonly code = 'FORBIDDEN_TARGET';
}

const OPENED = 'who operates the service can open its network with WEBHOOK_ALLOWED_NETWORKS';

type Allows = (address: string) => boolean;

/** All IPv6 addresses in public use; the rest is special or unassigned. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');
/** Looks public, but is the host's own service in a cloud (metadata of virtual machines). */
const CLOUD = '168.63.129.16';

/** Names of the local host, independent of a resolver's answer (RFC 6761). */
const LOCALHOST = /(^|\.)localhost\.?$/i;

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean =>
  address.range() === 'unicast' &&
  (address instanceof ipaddr.IPv4 ? address.toString() !== CLOUD : address.match(GIVEN_OUT));

/** @param networks CIDR networks that are allowed although they are not public */
export const addressRule = (networks: readonly string[]): Allows => {
  const open = networks.map((text) => {
    if (text.includes('/')) return ipaddr.parseCIDR(text);
    const address = ipaddr.parse(text);
    return [address, address.kind() === 'ipv4' ? 32 : 128] as [ipaddr.IPv4 | ipaddr.IPv6, number];
  });
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (isPublic(address)) return true;
    return open.some(
      ([base, bits]) => base.kind() === address.kind() && (address as ipaddr.IPv4).match(base as ipaddr.IPv4, bits),
    );
  };
};

/**
 * Checks a URL before it is stored: scheme, no user, and a public address if the host is one.
 * @throws ForbiddenTarget with the cause
 */
export const checkUrl = (text: string, allows: Allows): URL => {
  if (!URL.canParse(text))
    throw new ForbiddenTarget('The URL is not complete; write one such as https://example.com/hook.');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ForbiddenTarget('The URL must start with http:// or https://.');
  if (url.username || url.password) throw new ForbiddenTarget('The URL must not hold a user name or password.');
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (LOCALHOST.test(host) && !allows('127.0.0.1') && !allows('::1'))
    throw new ForbiddenTarget(`${host} is this host itself; ${OPENED}.`);
  if (ipaddr.isValid(host) && !allows(host)) throw new ForbiddenTarget(`The address ${host} is not public; ${OPENED}.`);
  return url;
};

/** A lookup for the connection itself: the address that was checked is the one connected to. */
export const checkedLookup =
  (allows: Allows): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 4);
      const bad = addresses.find(({ address }) => !allows(address));
      if (bad || !addresses[0]) {
        return callback(
          new ForbiddenTarget(
            `${hostname} leads to an address that is not public; ${OPENED}.`,
          ) as NodeJS.ErrnoException,
          '',
          4,
        );
      }
      if (options.all) return (callback as (error: null, all: typeof addresses) => void)(null, addresses);
      return callback(null, addresses[0].address, addresses[0].family);
    });
  };

/**
 * The address of a host for one connection, IPv4 where it has one.
 * @throws ForbiddenTarget where it is not allowed; error of the resolver
 */
export const checkedAddress = (host: string, allows: Allows): Promise<string> =>
  new Promise((done, refuse) => {
    if (ipaddr.isValid(host)) {
      if (allows(host)) done(host);
      else refuse(new ForbiddenTarget(`The address ${host} is not public; ${OPENED}.`));
      return;
    }
    checkedLookup(allows)(host, { all: true }, (error, found) => {
      const all = Array.isArray(found) ? found : [];
      const [first = { address: '' }] = [...all.filter(({ family }) => family === 4), ...all];
      if (error) refuse(error);
      else done(first.address);
    });
  });

/** Resolves a host before it is stored. @throws ForbiddenTarget if it resolves to an address that is not public */
export const checkHost = (url: URL, allows: Allows): Promise<void> =>
  new Promise((done, refuse) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (ipaddr.isValid(host)) return done();
    checkedLookup(allows)(host, { all: true }, (error) => {
      // A name that does not resolve now is no private address; it is checked again at each connection.
      if (error && (error as NodeJS.ErrnoException).code === 'FORBIDDEN_TARGET') refuse(error);
      else done();
    });
  });
