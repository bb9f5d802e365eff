/** Countries by ISO 3166-1 code (and Kosovo), German names. */
import type { Option } from '../declaration/field-shape.ts';
import all from './countries.json' with { type: 'json' };

export const countries: readonly Option[] = all;
