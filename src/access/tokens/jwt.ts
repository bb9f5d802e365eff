/** The token string: a JWT that the service signs and verifies itself (rules 6.1). */
// Not all of the library: that is four times as many files.
import { decodeProtectedHeader } from 'jose/decode/protected_header';
import { JOSEError } from 'jose/errors';
import { CompactSign } from 'jose/jws/compact/sign';
import { compactVerify } from 'jose/jws/compact/verify';
import { LRUCache } from 'lru-cache';
import { type ApiError, type Code, fail } from '../../errors/api-error.ts';
import { isId } from '../../shared/int32.ts';
import type { SigningKey, SigningKeys } from './signing-keys.ts';

/** The usual spelling of the scheme; `read` accepts others. */
const SCHEME = 'Bearer ';
/** Cached strings with a verified signature: in memory only, never logged. */
const VERIFIED = 20_000;

/** The claims of a string with a valid signature. */
export interface Claims {
  readonly orgId: number;
  /** 0 where `jti` is no id: such a row does not exist. */
  readonly tokenId: number;
  readonly issue: number;
  /** Milliseconds since 1970; null for a token without expiry. */
  readonly expires: number | null;
  /** Errors in `kind`, `type` or `exp`, reported after the rate limit was consumed (rules 2). */
  readonly wrong: { readonly kind?: Code; readonly expiry?: Code };
}

/** The claims of a new string. */
export interface NewToken {
  readonly orgId: number;
  readonly tokenId: number;
  readonly issue: number;
  readonly expires: Date | null;
}

/** Signs a new string. */
export const signToken = (key: SigningKey, token: NewToken): Promise<string> => {
  const claims = {
    cid: token.orgId,
    jti: String(token.tokenId),
    kind: 'organization',
    type: 'api',
    issue: token.issue,
    iat: Math.floor(Date.now() / 1000),
    ...(token.expires ? { exp: Math.ceil(token.expires.getTime() / 1000) } : {}),
  };
  return new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: key.kid })
    .sign(key.secret);
};

const idOf = (value: unknown): number => {
  const id = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
  return isId(id) ? id : 0;
};

const claimsOf = (payload: Uint8Array): Claims => {
  let read: unknown;
  try {
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch (cause) {
    throw fail('invalid_token', { cause });
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) throw fail('invalid_token');
  const { cid, jti, kind, type, exp, issue } = read as Record<string, unknown>;
  const orgId = idOf(cid);
  if (!orgId) throw fail('missing_cid');
  const expiryWrong = exp !== undefined && (typeof exp !== 'number' || !Number.isFinite(exp));
  return {
    orgId,
    tokenId: idOf(jti),
    issue: idOf(issue),
    expires: typeof exp === 'number' && !expiryWrong ? exp * 1000 : null,
    wrong: {
      kind: kind !== 'organization' ? 'wrong_token_kind' : type !== 'api' ? 'invalid_token_type' : undefined,
      expiry: expiryWrong ? 'invalid_expiry' : undefined,
    },
  };
};

/** Where the token begins in a header `Bearer <token>`. @throws 401 `missing_bearer_token`, `empty_token` */
const bearer = (authorization: string | undefined): string => {
  const match = authorization === undefined ? null : /^bearer(?:[ \t]+(.*))?$/is.exec(authorization.trim());
  if (!match) throw fail('missing_bearer_token');
  if (!match[1]) throw fail('empty_token');
  return match[1];
};

/** base64url spells the same bytes in several ways; only the one that was issued is this token. */
const asIssued = (token: string): boolean => {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
};

/** Reads the `Authorization` header. */
export interface TokenReader {
  /** Claims of a header `Bearer <token>` whose signature was verified before: one lookup, synchronous. */
  known(authorization: string): Claims | undefined;
  /**
   * Claims of any header.
   * @throws 401 `missing_bearer_token`, `empty_token`, `invalid_token`, `missing_cid`
   */
  read(authorization: string | undefined): Promise<Claims>;
}

/** Parses headers, and caches verified tokens until a key is retired. */
export const createTokenReader = (keys: SigningKeys): TokenReader => {
  const verified = new LRUCache<string, Claims>({ max: VERIFIED });
  let version = keys.version;

  const verify = async (token: string): Promise<Claims> => {
    const unreadable = (cause?: unknown): ApiError => fail('invalid_token', { cause });
    let kid: unknown;
    try {
      kid = decodeProtectedHeader(token).kid;
    } catch (cause) {
      throw unreadable(cause);
    }
    // Outside of the try blocks: a database error must not make a token invalid.
    const key = typeof kid === 'string' && kid.length <= 100 ? await keys.find(kid) : undefined;
    if (!key || !asIssued(token)) throw unreadable();
    try {
      const { payload } = await compactVerify(token, key.secret, { algorithms: ['HS256'] });
      return claimsOf(payload);
    } catch (error) {
      throw error instanceof JOSEError || error instanceof TypeError ? unreadable(error) : error;
    }
  };

  return {
    known: (authorization) => {
      if (version === keys.version)
        return authorization.startsWith(SCHEME) ? verified.get(authorization.slice(SCHEME.length)) : undefined;
      // A key was retired: every signature counts as unverified.
      version = keys.version;
      verified.clear();
      return undefined;
    },
    read: async (authorization) => {
      const token = bearer(authorization);
      const begun = keys.version;
      const claims = verified.get(token) ?? (await verify(token));
      if (begun === keys.version && version === begun) verified.set(token, claims);
      return claims;
    },
  };
};
