/** Kinds of records of which probable duplicates are listed. */
export const COMPARED = ['customers', 'contracts'] as const;
export type Compared = (typeof COMPARED)[number];

/** Whether probable duplicates of a kind are listed. */
export const isCompared = (path: string): path is Compared => COMPARED.some((one) => one === path);
