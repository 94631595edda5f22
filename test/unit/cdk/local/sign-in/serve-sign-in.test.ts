import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Listening, listen } from '../../../../../cdk/local/aws-endpoint/listen.ts';
import { createClock, type RunningClock } from '../../../../../cdk/local/clock.ts';
import { createIssuer } from '../../../../../cdk/local/sign-in/create-issuer.ts';
import { SIGN_IN_PATH, serveSignIn } from '../../../../../cdk/local/sign-in/serve-sign-in.ts';
import { LOCAL_CLIENT_ID } from '../../../../../cdk/local/sign-in/sign-in-resources.ts';
import { fetchJson, tokenVerifier, type VerifyToken } from '../../../../../lib/people/tenancy/index.ts';

const REDIRECT = 'http://127.0.0.1:5173/console';
const VERIFIER = 'a-verifier-that-is-long-enough-for-everybody-who-reads-it';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

let front: Listening;
let clock: RunningClock;
let base: string;
let verify: VerifyToken;
beforeAll(async () => {
  clock = createClock({ idle: async () => true });
  let served: ReturnType<typeof serveSignIn> | undefined;
  front = await listen(0, (request, response) => void served?.listener(request, response));
  base = `${front.url}${SIGN_IN_PATH}`;
  const issuer = createIssuer(base, LOCAL_CLIENT_ID, () => clock.now());
  served = serveSignIn({ issuer: () => issuer, clock });
  verify = tokenVerifier({ clock, fetchJson }, [{ issuer: base, audience: [LOCAL_CLIENT_ID] }]);
});
afterAll(async () => {
  await front.close();
  clock.stop();
});

const authorizeUrl = (changes: Record<string, string> = {}) =>
  `${base}/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: LOCAL_CLIENT_ID,
    redirect_uri: REDIRECT,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 's',
    ...changes,
  })}`;

const redeem = (code: string, verifier = VERIFIER) =>
  fetch(`${base}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: REDIRECT,
      code_verifier: verifier,
    }),
  });

async function signIn(): Promise<string> {
  const chosen = await fetch(authorizeUrl({ email: 'owner@demo.example' }), { redirect: 'manual' });
  const target = new URL(chosen.headers.get('location') ?? '');
  expect(target.searchParams.get('state')).toBe('s');
  return target.searchParams.get('code') ?? '';
}

it('the local issuer gives a script a token that the authorizer takes', async () => {
  const reply = await fetch(base, { method: 'POST', body: JSON.stringify({ email: 'Ada@demo.example' }) });
  const { token } = (await reply.json()) as { token: string };
  expect(await verify(token)).toMatchObject({ verifiedEmail: 'ada@demo.example', issuer: base });
});

it('the local issuer offers the demo users and signs in by code and PKCE, each code once', async () => {
  const page = await (await fetch(authorizeUrl())).text();
  expect(page).toContain('store.operator@demo.example');
  const code = await signIn();
  const { id_token: token } = (await (await redeem(code)).json()) as { id_token: string };
  expect(await verify(token)).toMatchObject({ verifiedEmail: 'owner@demo.example' });
  expect((await redeem(code)).status).toBe(400);
});

it('the local issuer gives no code away: to another verifier, after a minute, or to another machine', async () => {
  expect((await redeem(await signIn(), 'another')).status).toBe(400);
  const old = await signIn();
  clock.advance(60_000);
  expect((await redeem(old)).status).toBe(400);
  const wrong: readonly Record<string, string>[] = [
    { redirect_uri: 'https://evil.example' },
    { client_id: 'x' },
    { code_challenge: '' },
  ];
  for (const changes of wrong) {
    expect((await fetch(authorizeUrl(changes))).status).toBe(400);
  }
  expect((await fetch(`${base}/nothing`)).status).toBe(404);
  expect((await fetch(base, { method: 'POST', body: '{}' })).status).toBe(400);
});
