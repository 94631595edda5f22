import { settings } from './settings.ts';

/** Tokens of the signed-in user. They end with the tab. */
interface Session {
  readonly token: string;
  readonly refreshToken: string | null;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

/** Data that a sign-in needs when the issuer sends the browser back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Where in the console the user was. */
  readonly hash: string;
}

const SESSION = 'console.session';
export const ATTEMPT = 'console.sign-in';
const ORGANIZATION = 'console.organization';

/** How long before its end a token is renewed. Milliseconds. */
const RENEW_BEFORE_MS = 120_000;

/** Registered address to which the issuer sends the browser back. */
export const redirectUri = `${location.origin}/console`;

let session = readJson<Session>(SESSION);
let renewing: Promise<void> | undefined;

/** Whether somebody is signed in. */
export function isSignedIn(): boolean {
  return session !== undefined && session.expiresAt > Date.now();
}

/** Claims of the signed-in user's token, for display; the API checks them. */
export function claims(): Readonly<Record<string, unknown>> {
  return session ? decode(session.token) : {};
}

/** The organization in which a user of several works. */
export function chosenOrganization(): string | null {
  return sessionStorage.getItem(ORGANIZATION);
}

/** Remembers the organization to work in. */
export function chooseOrganization(id: string): void {
  sessionStorage.setItem(ORGANIZATION, id);
}

/** The token for calls of the API, renewed shortly before its end. */
export async function bearer(): Promise<string | undefined> {
  if (session?.refreshToken && session.expiresAt - Date.now() < RENEW_BEFORE_MS) {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    await renewing;
  }
  return isSignedIn() ? session?.token : undefined;
}

/** Why a sign-in failed; undefined when there was none, or when it worked. */
export type SignInProblem = 'refused' | 'foreign' | 'failed' | undefined;

/** Takes the code with which the issuer sent the browser back, if there is one. */
export async function finishSignIn(): Promise<SignInProblem> {
  const parameters = new URLSearchParams(location.search);
  const [code, state, error] = ['code', 'state', 'error'].map((name) => parameters.get(name));
  if (!code && !error) return undefined;
  const attempt = readJson<Attempt>(ATTEMPT);
  sessionStorage.removeItem(ATTEMPT);
  // The code is no longer needed, and nobody should copy it with the URL.
  history.replaceState(null, '', `/console${attempt?.hash ?? ''}`);
  if (error || !code) return 'refused';
  if (!attempt || attempt.state !== state) return 'foreign';
  try {
    const found = await redeem({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: attempt.verifier,
    });
    if (decode(found.token).nonce !== attempt.nonce) return 'foreign';
    keep(found);
    return undefined;
  } catch {
    return 'failed';
  }
}

/** Ends the session here and with the issuer. */
export function signOut(): void {
  sessionStorage.clear();
  session = undefined;
  const { signIn: issuer } = settings;
  if (issuer?.endSessionEndpoint) {
    const target = new URL(issuer.endSessionEndpoint);
    target.searchParams.set('client_id', issuer.clientId);
    target.searchParams.set('logout_uri', redirectUri);
    target.searchParams.set('post_logout_redirect_uri', redirectUri);
    location.assign(target);
  } else {
    location.assign('/console');
  }
}

async function renew(): Promise<void> {
  if (!session?.refreshToken) return;
  const { refreshToken } = session;
  try {
    const found = await redeem({ grant_type: 'refresh_token', refresh_token: refreshToken });
    keep({ ...found, refreshToken: found.refreshToken ?? refreshToken });
  } catch {
    // The current token may last a while; after that the user signs in again.
  }
}

async function redeem(parameters: Readonly<Record<string, string>>): Promise<Session> {
  const { signIn: issuer } = settings;
  if (!issuer) throw new Error('There is no issuer.');
  const reply = await fetch(issuer.tokenEndpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...parameters, client_id: issuer.clientId }),
  });
  if (!reply.ok) throw new Error(`The issuer answered ${reply.status}.`);
  const tokens: { id_token: string; refresh_token?: string } = await reply.json();
  const { exp } = decode(tokens.id_token);
  return {
    token: tokens.id_token,
    refreshToken: tokens.refresh_token ?? null,
    expiresAt: Number(exp) * 1000,
  };
}

function keep(found: Session): void {
  session = found;
  sessionStorage.setItem(SESSION, JSON.stringify(found));
}

function decode(token: string): Readonly<Record<string, unknown>> {
  const [, payload = ''] = token.split('.');
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return {};
  }
}

function readJson<Value>(name: string): Value | undefined {
  const text = sessionStorage.getItem(name);
  return text === null ? undefined : (JSON.parse(text) as Value);
}
