import { SESSION_KEY } from '../../api/session.ts';

export const ORGANISATION_KEY = ['organisation'];

/** Queries that show the organisation: its page, and the frame of all pages. */
export const SHOWN_AT = [ORGANISATION_KEY, SESSION_KEY];
