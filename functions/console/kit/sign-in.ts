import { ATTEMPT, type Attempt, redirectUri } from './session.ts';
import { settings } from './settings.ts';

/** Sends the browser to the issuer: authorization code flow with PKCE (S256), state and nonce. */
export async function signIn(): Promise<void> {
  const { signIn: issuer } = settings;
  if (!issuer) return;
  const attempt: Attempt = {
    state: randomText(),
    nonce: randomText(),
    verifier: randomText() + randomText(),
    hash: location.hash,
  };
  sessionStorage.setItem(ATTEMPT, JSON.stringify(attempt));
  const target = new URL(issuer.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: issuer.clientId,
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await sha256(attempt.verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
  location.assign(target);
}

function randomText(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

async function sha256(text: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
