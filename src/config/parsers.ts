/** Parsers of the values of settings. Each takes the text and throws an error that describes the expected value. */
import { unescape as unescaped } from 'node:querystring';
import ipaddr from 'ipaddr.js';

/** A bucket and a path in it, as BACKUP_TO names them. */
export const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)(?:\/([^\n]*))?$/;

export const text = (value: string): string => value;
export const whole =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) throw new Error(`a whole number from ${min} to ${max}`);
    return number;
  };
export const optional =
  <T>(parse: (value: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : parse(value);
export const oneOf =
  (...values: string[]) =>
  (value: string): string => {
    if (!values.includes(value)) throw new Error(`one of ${values.join(', ')}`);
    return value;
  };
/** An empty text, or one of a form. */
const formed =
  (form: RegExp, expected: string) =>
  (value: string): string => {
    if (value && !form.test(value)) throw new Error(expected);
    return value;
  };
/** `localhost:9000` parses as a URL with an unintended scheme. */
export const url =
  (such: string, ...schemes: string[]) =>
  (value: string): string => {
    const { protocol, hostname } = URL.canParse(value) ? new URL(value) : { protocol: '', hostname: '' };
    // With an unknown scheme, an address without a host is a valid URL too.
    if (value && !(hostname && schemes.some((scheme) => protocol === `${scheme}:`)))
      throw new Error(`a complete URL such as ${such}`);
    return value;
  };
export const webUrl = (such: string) => url(such, 'http', 'https');
export const host = formed(/^[\w.:%-]+$/, 'an address or a host name, such as 127.0.0.1, 0.0.0.0 or ::');
export const bucket = formed(/^[\w.-]+$/, 'the name of a bucket alone');
export const region = formed(/^[\w-]+$/, 'a region such as eu-central-1');
export const mailAddress = formed(
  /^[^@\n]+@[^@\n]+$/,
  'a mail address such as crm@example.com or Broker CRM <crm@example.com>',
);
export const backupPlace = (value: string): string => {
  if (/^(s3:|\w+:\/\/)/i.test(value) && !S3_PLACE.test(value)) throw new Error('a folder, or s3://bucket/path');
  return value;
};
/** Whether percent-encoded bytes are UTF-8: the %E4 of a password in Latin-1 is invalid. */
const isDecodable = (value: string): boolean => {
  try {
    for (const [written] of value.matchAll(/(?:%[\da-f]{2})+/gi)) decodeURIComponent(written);
    return true;
  } catch {
    return false;
  }
};
export const databaseUrl = (value: string): string => {
  if (value && !/^postgres(ql)?:\/\//.test(value)) throw new Error('a URL that starts with postgres://');
  // A socket has no host; other invalid URLs need a better message.
  if (value && !(URL.canParse(value.replace('@/', '@socket/'), 'postgres://base') && isDecodable(value)))
    throw new Error(
      'a URL such as postgres://user:password@host/database; special characters of a password are written as %XX of UTF-8 (/ as %2F, @ as %40, ä as %C3%A4)',
    );
  return value;
};
/** The items of a comma-separated list; none for an empty text. */
const parts = (value: string): readonly string[] =>
  value
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
/** A comma-separated list of one form. */
const several =
  (fits: (one: string) => boolean, expected: string) =>
  (value: string): readonly string[] => {
    const all = parts(value);
    if (!all.every(fits)) throw new Error(expected);
    return all;
  };
const listedKeys = several(
  (one) => /^[A-Za-z0-9+/_-]{43}=?$/.test(one) && Buffer.from(one, 'base64').length === 32,
  '32 random bytes as base64 (several separated by commas), such as: openssl rand -base64 32',
);
/** Keys, or the content of a key file: one key per line, with comments, as `secrets.key` in DATA_DIR has them. */
export const keys = (value: string): readonly string[] => {
  const lines = value.split(/\r?\n/).filter((line) => !/^\s*(#|$)/.test(line));
  return listedKeys(lines.join(',') || value);
};
export const networks = several(
  (one) => (one.includes('/') ? ipaddr.isValidCIDR(one) : ipaddr.isValid(one)),
  'addresses or networks such as 10.0.0.0/8, separated by commas',
);
export const origins = several(
  // A wildcard within a name would be compared literally and match nothing.
  (one) => one === '*' || (URL.canParse(one) && new URL(one).origin === one && !one.includes('*')),
  'origins such as https://app.example.com, each in full and separated by commas, or * alone for all',
);

/** `name=value` pairs, percent-encoded if necessary. */
export const headers = (value: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    parts(value).map((one) => {
      const [, name, given] = /^([\w-]+)\s*=(.*)$/.exec(one) ?? [];
      if (!name || given === undefined) throw new Error('headers such as api-key=secret, separated by commas');
      return [name, unescaped(given.trim())];
    }),
  );
export const share = (value: string): number => {
  const number = Number(value);
  if (!/^[\d.]+$/.test(value) || !(number >= 0 && number <= 1)) throw new Error('a number from 0 to 1');
  return number;
};
