import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An issuer's claims about a user, in addition to the usual ones. */
export interface SignedClaims extends JWTPayload {
  readonly sub: string;
}

/** An OpenID Connect issuer that signs any claims: for the local cloud and the tests. */
export interface Issuer {
  readonly issuer: string;
  /** Document at `/.well-known/openid-configuration`. */
  configuration(): Readonly<Record<string, unknown>>;
  /** The public keys. */
  keySet(): Promise<{ readonly keys: readonly object[] }>;
  /** Signs a token that is valid for `seconds`. */
  sign(claims: SignedClaims, seconds?: number): Promise<string>;
  /** Signs with a new key from now on; the earlier ones are no longer among its public keys. */
  rotate(): Promise<void>;
}

const ALGORITHM = 'RS256';

/** Creates an issuer with a new key. `now` is in milliseconds since the epoch. */
export async function createIssuer(issuer: string, audience: string, now: () => number): Promise<Issuer> {
  const makeKey = async () => ({ id: randomUUID(), pair: await generateKeyPair(ALGORITHM) });
  let key = await makeKey();
  return {
    issuer,
    configuration: () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [ALGORITHM],
      code_challenge_methods_supported: ['S256'],
    }),
    keySet: async () => ({
      keys: [{ ...(await exportJWK(key.pair.publicKey)), kid: key.id, alg: ALGORITHM, use: 'sig' }],
    }),
    async sign(claims, seconds = 3_600) {
      const issuedAt = Math.floor(now() / 1_000);
      const payload = { iss: issuer, aud: audience, iat: issuedAt, exp: issuedAt + seconds, ...claims };
      return new SignJWT(payload)
        .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
        .sign(key.pair.privateKey);
    },
    async rotate() {
      key = await makeKey();
    },
  };
}
