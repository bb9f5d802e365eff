const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not the address of anything, and shown as such.
    return segment;
  }
};

/** The decoded segments of a path. */
export const segmentsOf = (pathname: string): string[] => pathname.split('/').filter(Boolean).map(decoded);
