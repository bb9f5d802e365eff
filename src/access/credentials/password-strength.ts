/**
 * Password strength, estimated by zxcvbn: refuses common passwords, patterns, and words of the user's own name,
 * address and organisation (rules 8.2). There is no composition rule: length and these refusals follow NIST SP
 * 800-63B.
 */
import type { Issue } from '../../errors/api-error.ts';

/** Public data of a user. */
export interface PersonalWords {
  readonly name: string;
  readonly email: string;
  readonly organisation: string;
}

/** Guesses below which a password is refused, as a power of ten: a common word and five digits, or a name and a year. */
const MIN_GUESSES_LOG10 = 8.5;
/** Shorter parts of names occur in too many words to mean the name. */
const MIN_NAME_LENGTH = 4;
/** The estimate takes quadratic time: of longer passwords only the beginning is judged. */
const MAX_ESTIMATED = 64;

const loadEstimator = async () => {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
};

/** Loaded when the first password is set. */
let estimator: ReturnType<typeof loadEstimator> | null = null;

/** Words of names and addresses; top-level domains do not count. */
const wordsOf = ({ name, email, organisation }: PersonalWords): string[] => {
  const [local = '', host = ''] = email.split('@');
  const texts = [name, local, host.split('.').slice(0, -1).join(' '), organisation];
  const words = texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const whole = texts.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
  const typed = [...texts, email].map((text) => text.toLowerCase());
  return [...new Set([...words, ...whole, ...typed])].filter((word) => word.length >= MIN_NAME_LENGTH);
};

/**
 * Why a password is too easy to guess.
 * @param path field of the body that holds it
 * @returns findings `common_password` or `own_name`; none where it will do
 */
export const checkPassword = async (
  password: string,
  known: PersonalWords,
  path: readonly string[] = ['password'],
): Promise<Issue[]> => {
  estimator ??= loadEstimator();
  const { guessesLog10, sequence } = (await estimator).check(password.slice(0, MAX_ESTIMATED), wordsOf(known));
  if (guessesLog10 >= MIN_GUESSES_LOG10) return [];
  const isOwn = sequence.some((match) => match.dictionaryName === 'userInputs');
  return isOwn
    ? [
        {
          path,
          code: 'own_name',
          message: 'This password is little more than your name, your address or the name of the organisation.',
        },
      ]
    : [
        {
          path,
          code: 'common_password',
          message: 'This is one of the first passwords that attackers try: choose one that nobody else uses.',
        },
      ];
};
