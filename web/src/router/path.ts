const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not the address of anything, and shown as such.
    return segment;
  }
};

/** The path of a page of this application; `/` for other values. */
export const ownPath = (value: unknown): string =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : '/';

/** As long as the service stores one while the user is at another site. */
const MAX_STORED = 1000;

/** The same to be stored by the service. */
export const storedPath = (value: unknown): string => {
  const path = ownPath(value);
  return path.length > MAX_STORED ? '/' : path;
};

/** The decoded segments of a path. */
export const segmentsOf = (pathname: string): string[] => pathname.split('/').filter(Boolean).map(decoded);
