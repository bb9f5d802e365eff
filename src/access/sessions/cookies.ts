/** Names and attributes of the settings cookies: not readable by scripts, not sent by other sites. */

/**
 * Name of a cookie. Behind TLS it begins with `__Host-`: browsers take that from this host alone, for all its paths, so
 * that neither a neighbouring host nor a page without TLS can set one (rules 8.2).
 */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const cookieOptions = (secure: boolean) => ({ httpOnly: true, sameSite: 'strict', path: '/', secure }) as const;
