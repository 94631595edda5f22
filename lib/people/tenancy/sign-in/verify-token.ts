import { decodeJwt, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Clock } from '../../../platform/core/clock.ts';
import { isEmailAddress } from '../../../platform/core/email-address.ts';
import { type FetchJson, issuerKeys } from './issuer-keys.ts';
import type { SignInIssuer } from './sign-in-issuer.ts';

/** Subject of a token. */
export interface TokenClaims {
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; undefined unless the issuer says that it was verified. */
  readonly verifiedEmail: string | undefined;
  /** Expiry of the token, in milliseconds since the epoch. */
  readonly expiresAtMs: number;
}

/** Why a token is not accepted. */
export type TokenRefusal = 'tokenInvalid' | 'tokenExpired';

/** Checks tokens. Throws when an issuer's keys cannot be read. */
export type VerifyToken = (token: string) => Promise<TokenClaims | TokenRefusal>;

/** Only algorithms with a key pair: a service that checks tokens must not be able to create them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Tolerance for clocks that differ, in seconds. */
const TOLERANCE_SECONDS = 30;

/** Whether a bearer token is a JSON Web Token, in contrast to an API key. */
export function isJsonWebToken(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token);
}

/** Creates the function that checks tokens of these issuers: signature, issuer, audience, and a required expiry. */
export function tokenVerifier(
  deps: { readonly clock: Pick<Clock, 'now'>; readonly fetchJson: FetchJson },
  issuers: readonly SignInIssuer[],
): VerifyToken {
  const known = new Map(
    issuers.map((one) => [one.issuer, { audience: [...one.audience], keys: issuerKeys(deps, one.issuer) }]),
  );
  return async (token) => {
    const issuer = issuerOf(token);
    const found = issuer === undefined ? undefined : known.get(issuer);
    if (issuer === undefined || !found) return 'tokenInvalid';
    const payload = await check(deps.clock, token, issuer, found);
    return typeof payload === 'string' ? payload : claimsOf(payload, issuer);
  };
}

async function check(
  clock: Pick<Clock, 'now'>,
  token: string,
  issuer: string,
  { audience, keys }: { readonly audience: string[]; readonly keys: JWTVerifyGetKey },
): Promise<JWTPayload | TokenRefusal> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp', 'sub'],
      currentDate: new Date(clock.now()),
      clockTolerance: TOLERANCE_SECONDS,
    });
    return isWellFormed(payload) ? payload : 'tokenInvalid';
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'tokenExpired';
    if (error instanceof errors.JOSEError) return 'tokenInvalid';
    throw error;
  }
}

/** What the library does not look at: a subject is a text, and an expiry is a date of the calendar. */
function isWellFormed({ sub, exp }: JWTPayload): boolean {
  return typeof sub === 'string' && sub !== '' && !Number.isNaN(new Date(Number(exp) * 1_000).getTime());
}

function claimsOf(payload: JWTPayload, issuer: string): TokenClaims {
  const { sub = '', exp = 0, email, email_verified: isVerified } = payload;
  // Some issuers write the flag as a text.
  const verified = isVerified === true || isVerified === 'true';
  return {
    issuer,
    subject: sub,
    verifiedEmail:
      verified && typeof email === 'string' && isEmailAddress(email) ? email.toLowerCase() : undefined,
    expiresAtMs: (exp + TOLERANCE_SECONDS) * 1_000,
  };
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
