import { createHmac } from 'node:crypto';

/** Lifetime of a token. DoorDash accepts half an hour at most. Seconds. */
const LIFE_SECONDS = 300;

/** The token of a call: HS256 with DoorDash's own header, with the key that the portal shows. */
export function doordashToken(
  credentials: { readonly developerId: string; readonly keyId: string; readonly signingSecret: string },
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000);
  const { developerId, keyId, signingSecret } = credentials;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' });
  const claims = part({ aud: 'doordash', iss: developerId, kid: keyId, iat, exp: iat + LIFE_SECONDS });
  // Shown in either alphabet of base64; Node reads both.
  const key = Buffer.from(signingSecret, 'base64url');
  return `${head}.${claims}.${createHmac('sha256', key).update(`${head}.${claims}`).digest('base64url')}`;
}
