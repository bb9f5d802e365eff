/** Lists and objects of bodies whose members are counted before any of them is looked at. */
import { z } from 'zod';

/** A list of at most so many items. */
export const listOf = <Item extends z.ZodType>(item: Item, most: number, least = 0) =>
  z.array(z.unknown()).min(least).max(most).pipe(z.array(item));

/** An object of at most so many texts by name. */
export const textsOf = (name: z.ZodString, text: z.ZodString, most: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((given) => Object.keys(given).length <= most, {
      params: { code: 'too_big' },
      message: 'has too many members',
    })
    .pipe(z.record(name, text));
