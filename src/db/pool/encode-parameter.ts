/** Values of a statement as PostgreSQL takes them. */

const elementOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return arrayOf(value);
  if (Buffer.isBuffer(value)) return `"\\\\x${value.toString('hex')}"`;
  return `"${String(encodeParameter(value)).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
};

const arrayOf = (values: readonly unknown[]): string => `{${values.map(elementOf).join(',')}}`;

/** Text or bytes: arrays in the notation of PostgreSQL, points in time in UTC, other objects as JSON. */
export const encodeParameter = (value: unknown): string | Buffer | null => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value)) return arrayOf(value);
  if (value instanceof Date) return value.toISOString();
  return Buffer.isBuffer(value) ? value : JSON.stringify(value);
};
