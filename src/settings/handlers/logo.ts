/** Pictures accepted as a logo, judged by their bytes, never by a name or a header. */
import { createHash } from 'node:crypto';
import { disableTypes, imageSize, types } from 'image-size';
import { invalid } from '../../errors/api-error.ts';
import { lookupTable } from '../../shared/lookup-table.ts';
import { LOGO_BYTES, LOGO_PIXELS } from '../routes/organisation.ts';

/** Content types of the kinds that a logo can have. No SVG: that may run scripts. */
const TYPES: Readonly<Record<string, string>> = lookupTable({
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
});

// The other kinds are not even looked for.
disableTypes(types.filter((type) => !TYPES[type]));

const refused = (message: string) => invalid([{ path: ['content'], code: 'invalid_picture', message }]);

/** Kind and size of a picture as its head says them. @throws 400 */
const looked = (bytes: Buffer): ReturnType<typeof imageSize> => {
  try {
    return imageSize(bytes);
  } catch {
    throw refused('This is no picture of a kind that can be shown: PNG, JPEG or WebP.');
  }
};

/**
 * A picture that was sent as base64.
 * @returns its bytes, and the name under which browsers keep it
 * @throws 400 `validation_failed` with the issue `invalid_picture`
 */
export const checkLogo = (content: string): { readonly name: string; readonly bytes: Buffer } => {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > LOGO_BYTES) throw refused(`The picture has more than ${LOGO_BYTES / 1024} KiB.`);
  const { type = '', width, height } = looked(bytes);
  if (!(width > 0 && height > 0 && width <= LOGO_PIXELS && height <= LOGO_PIXELS)) {
    throw refused(`The picture must have 1 to ${LOGO_PIXELS} pixels a side.`);
  }
  return { name: `${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}.${type}`, bytes };
};

/** Content type of a logo by its name. */
export const typeOfLogo = (name: string): string => TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? 'image/png';
