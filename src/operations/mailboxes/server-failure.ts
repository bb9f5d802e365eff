/** Why a mail server of an organisation cannot be used, so that its administrators can say it in one sentence. */
import type { SERVER_FAILURES } from '../../model/calls/messages.ts';
import { lookupTable } from '../../shared/lookup-table.ts';

/** A reason. */
export type ServerFailure = (typeof SERVER_FAILURES)[number];

/** Characters of the answer of a server. */
const MAX_SAID = 200;

const BY_CODE: Readonly<Record<string, ServerFailure>> = lookupTable({
  ENOTFOUND: 'unknown_host',
  EAI_AGAIN: 'unknown_host',
  FORBIDDEN_TARGET: 'forbidden',
  CONNECT_TIMEOUT: 'timeout',
  GREETING_TIMEOUT: 'timeout',
  UPGRADE_TIMEOUT: 'timeout',
  ETIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  MissingServerExtension: 'encryption',
  EPROTO: 'encryption',
  EAUTH: 'not_authenticated',
  ENOAUTH: 'not_authenticated',
  EENVELOPE: 'refused',
  EMESSAGE: 'refused',
});

/** Words of Node.js for errors that the libraries pass on under codes of their own. */
const BY_WORDS: readonly (readonly [RegExp, ServerFailure])[] = [
  [/certificate|altname|self.signed/i, 'certificate'],
  [/\b(?:ECONN|EHOST|ENET)[A-Z]+\b/, 'unreachable'],
  [/\bssl\b|\btls\b|starttls/i, 'encryption'],
  [/timed? ?out|timeout/i, 'timeout'],
];

interface Given {
  readonly code?: string;
  readonly message?: string;
  readonly authenticationFailed?: boolean;
  readonly responseText?: string;
  readonly response?: unknown;
}

/** @param error of the library or of the connection */
export const serverFailureOf = (error: unknown): ServerFailure => {
  const { code = '', message = '', authenticationFailed } = error as Given;
  if (authenticationFailed) return 'not_authenticated';
  const known = BY_CODE[code];
  if (known) return known;
  return BY_WORDS.find(([words]) => words.test(`${code} ${message}`))?.[1] ?? 'refused';
};

/** The answer of the server, as one line; null without one. */
export const saidBy = (error: unknown): string | null => {
  const { responseText, response } = error as Given;
  const said = responseText ?? (typeof response === 'string' ? response : '');
  return (
    said
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      .slice(0, MAX_SAID) || null
  );
};
