import { nameOf } from '../../i18n/label-of.ts';

/** @returns words for why an attempt failed, in the language that is shown; the code itself where it is not known here */
export const failureOf = ({ status, error }: { status: number | null; error: string }): string =>
  nameOf('webhooks:failure', status ? 'answered' : error, error, { status });
