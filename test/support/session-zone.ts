/**
 * Databases of tests print times in a zone that is used nowhere else (test/support/postgres.ts): a response never has
 * it.
 */
const IN_SESSION_ZONE = /\d{2}:\d{2}(:[\d.]+)?\+05:30/;

/** @throws where a text has a time as the session prints it */
export const refuseSessionZone = (what: string, text: string): void => {
  const [found] = IN_SESSION_ZONE.exec(text) ?? [];
  if (found) throw new Error(`${what} has ${found}, which depends on how the database is set`);
};
