/** Activities: the meaning of their fields for the pages that create and complete them. */
import { type Row, sendV3 } from '../../api/v3.ts';
import type { Section } from './section.ts';
import { idOf } from './sections.ts';

export const ACTIVITIES = 'activities';
/** Entries of the list of categories. */
export const CATEGORY = { task: 1, appointment: 2, email: 3, phone: 4, note: 5 } as const;
const [OPEN, DONE] = [0, 1];

/** The record that an activity is made for. */
export interface About {
  readonly section: Section;
  readonly row: Row;
}

/** The contact that a record belongs to: itself, or the one that it names. */
export const contactOf = ({ section, row }: About, activities: Section): number | null =>
  activities.below.includes(section.path) ? idOf(section, row) : row.kid ? Number(row.kid) : null;

/** Makes an activity for a record, which is linked where it is no contact itself. @returns its number @throws ApiError */
export const makeActivity = async (about: About, activities: Section, values: Row): Promise<number> => {
  const { section, row } = about;
  const made = await sendV3('POST', `/${ACTIVITIES}`, { kid: contactOf(about, activities), ...values });
  const id = Number(made.id);
  if (activities.below.includes(section.path)) return id;
  const link = { foreign_section: ACTIVITIES, foreign_id: made.id };
  await sendV3('POST', `/${section.path}/${idOf(section, row)}/links`, link);
  return id;
};

export const isOpen = (row: Row): boolean => row.status === OPEN;

/** Completes an activity, or opens it again. @throws ApiError */
export const setDone = (id: number, done: boolean): Promise<Row> =>
  sendV3('PATCH', `/${ACTIVITIES}/${id}`, { status: done ? DONE : OPEN });

/** A local time as the API writes it. */
export const timeText = (at: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:00`;
};
