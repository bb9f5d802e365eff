const STILL_AT_WORK = /^still at work, \d+ s so far\n/gm;

/**
 * What a command said, and how often it said that it goes on: that depends on the machine, and nothing else that it says does.
 * @param stderr as it was printed
 */
export const heardApart = (stderr: string): { readonly stderr: string; readonly heard: number } => ({
  stderr: stderr.replace(STILL_AT_WORK, ''),
  heard: stderr.match(STILL_AT_WORK)?.length ?? 0,
});
