/**
 * Unsaved text of forms in the local storage of the browser: one entry a form, user and organisation. Entries of other users are
 * removed as soon as a user is signed in, all of them when the user signs out.
 */

const PREFIX = 'draft ';
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

interface StoredDraft {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly values: Readonly<Record<string, unknown>>;
}

const parse = (text: string | null): StoredDraft | null => {
  try {
    const draft = JSON.parse(text ?? 'null') as StoredDraft | null;
    return draft && typeof draft.at === 'number' && typeof draft.values === 'object' ? draft : null;
  } catch {
    return null;
  }
};

/** @param owner organisation and user @param form the address and name of the form */
export const draftKey = (owner: string, form: string): string => `${PREFIX}${owner} ${form}`;

/** The name of the form of a record at an address. @param initial tells several forms of an address apart */
export const recordDraft = (kind: 'change' | 'new', path: string, initial: object): string =>
  `${kind} ${path} ${JSON.stringify(initial)}`;

/** Tells the form of a single field from that of all of them. */
export const fieldDraft = (field: string) => ({ field });

export const readDraft = (key: string): StoredDraft | null => {
  try {
    return parse(localStorage.getItem(key));
  } catch {
    return null;
  }
};

/** @returns whether the browser has stored it: some refuse, or have no space left */
export const writeDraft = (key: string, values: StoredDraft['values']): boolean => {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), values }));
    return true;
  } catch {
    return false;
  }
};

export const removeDraft = (key: string): void => {
  try {
    localStorage.removeItem(key);
  } catch {
    // A browser without storage has no drafts.
  }
};

/** Removes drafts of other users, and old ones. @param owner null: of all users */
export const removeOtherDrafts = (owner: string | null): void => {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? '');
    for (const key of keys.filter((one) => one.startsWith(PREFIX))) {
      const isOwn = owner !== null && key.startsWith(draftKey(owner, ''));
      const isOld = Date.now() - (readDraft(key)?.at ?? 0) > KEPT_DAYS * DAY_MS;
      if (!isOwn || isOld) localStorage.removeItem(key);
    }
  } catch {
    // As above.
  }
};
