const STILL_AT_WORK = /^still at work, \d+ s so far\n/gm;

/**
 * Separates the output of a command from its progress lines, whose number depends on the machine.
 * @param stderr as it was printed
 */
export const heardApart = (stderr: string): { readonly stderr: string; readonly heard: number } => ({
  stderr: stderr.replace(STILL_AT_WORK, ''),
  heard: stderr.match(STILL_AT_WORK)?.length ?? 0,
});
