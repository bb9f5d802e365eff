/** The letterhead of an organisation: the sender of its letters, and the columns of their foot (rules 16.26). */

/** Lines of the sender; all may be empty. */
export const letterheadLines = ['name', 'strasse', 'plz', 'ort', 'telefon', 'email', 'website'] as const;

export type Letterhead = Readonly<Record<(typeof letterheadLines)[number], string>> & {
  /** Texts of several lines, from the left. */
  readonly footer: readonly string[];
};

const EMPTY: Letterhead = { name: '', strasse: '', plz: '', ort: '', telefon: '', email: '', website: '', footer: [] };

/** The letterhead of an organisation. @param stored `letterhead` of its settings */
export const letterheadOf = (stored: Partial<Letterhead> = {}): Letterhead => ({ ...EMPTY, ...stored });
