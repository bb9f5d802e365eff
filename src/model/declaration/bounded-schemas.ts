/** Schemas of lists and objects that check the number of members before their values. */
import { z } from 'zod';

/** A list with a minimum and maximum of items. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, least = 0) =>
  z.array(z.unknown()).min(least).max(most).pipe(z.array(item));

/** An object of texts with a maximum of members. */
export const textsOf = (name: z.ZodString, text: z.ZodString, most: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((given) => Object.keys(given).length <= most, {
      params: { code: 'too_big' },
      message: 'has too many members',
    })
    .pipe(z.record(name, text))
    .meta({ additionalProperties: { type: 'string' }, maxProperties: most });
