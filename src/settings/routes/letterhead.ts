/** Sender and foot of letters (rules 16.26). */
import { z } from 'zod';
import { MAX_FOOTER_COLUMN, MAX_FOOTER_COLUMNS, MAX_LETTERHEAD_LINE } from '../../shared/limits.ts';
import { answer, changeOf, done, listOf, type Routes } from './route.ts';

const line = z.string().trim().max(MAX_LETTERHEAD_LINE);
const members = {
  ...{ name: line, strasse: line, plz: line, ort: line, telefon: line, email: line, website: line },
  footer: listOf(z.string().trim().max(MAX_FOOTER_COLUMN), MAX_FOOTER_COLUMNS),
};

export const letterheadRoutes = {
  'GET /letterhead': {
    answer: answer({ ...members, footer: z.array(z.string()) }),
    about: 'Sender of letters, and the columns of their foot from the left. All may be empty.',
  },
  'PATCH /letterhead': {
    body: changeOf(z.strictObject(members).partial()),
    answer: done,
    about: `A line has up to ${MAX_LETTERHEAD_LINE} characters, the foot ${MAX_FOOTER_COLUMNS} columns of ${MAX_FOOTER_COLUMN} characters in lines; \`footer\` replaces all columns.`,
  },
  'GET /letterhead/preview': { answer: null, about: 'A letter with the stored letterhead as PDF.' },
} satisfies Routes;
