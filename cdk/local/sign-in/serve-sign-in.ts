import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PRODUCT_NAME } from '../../../lib/platform/core/product-name.ts';
import { readBody } from '../aws-endpoint/read-body.ts';
import type { LocalClock } from '../ports.ts';
import { AuthorizationCodes } from './authorization-codes.ts';
import type { Issuer } from './create-issuer.ts';
import { LOCAL_CLIENT_ID } from './sign-in-resources.ts';

/** Path of the issuer below the address of the API. */
export const SIGN_IN_PATH = '/_local/sign-in';

/** Users of the demo organization, one per built-in role, whom the page offers. */
export const DEMO_USERS: readonly { readonly email: string; readonly roleId: string }[] = [
  'owner',
  'admin',
  'planner',
  'operator',
  'store_operator',
  'read_only',
  'developer',
].map((role) => ({ email: `${role.replace('_', '.')}@demo.example`, roleId: `role_${role}` }));

const BODY_LIMIT = 64 * 1024;

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Answers as an OpenID Connect issuer that accepts any identity: discovery, keys, the authorization code flow
 * with PKCE, and `POST /_local/sign-in` with `{ "email" }` for scripts, which returns the token at once.
 */
export function serveSignIn({
  issuer,
  clock,
}: {
  /** The issuer, which is created when somebody signs in. */
  readonly issuer: () => Promise<Issuer>;
  readonly clock: LocalClock;
}) {
  const codes = new AuthorizationCodes();

  const tokenFor = async (email: string, nonce?: string) => {
    const { sign } = await issuer();
    const sub = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 32);
    return sign({ sub, email, email_verified: true, ...(nonce === undefined ? {} : { nonce }) });
  };

  const authorize = (query: URLSearchParams): Reply => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const challenge = query.get('code_challenge') ?? '';
    if (query.get('client_id') !== LOCAL_CLIENT_ID || !isLoopback(redirectUri) || challenge === '') {
      return json(400, { error: 'invalid_request' });
    }
    const email = query.get('email');
    if (email === null) return html(renderPage(query));
    const nonce = query.get('nonce') ?? undefined;
    const target = new URL(redirectUri);
    target.searchParams.set('code', codes.make({ email, redirectUri, nonce, challenge }, clock.now()));
    const state = query.get('state');
    if (state !== null) target.searchParams.set('state', state);
    return { status: 302, headers: { location: target.href }, body: '' };
  };

  const redeem = async (form: URLSearchParams): Promise<Reply> => {
    const grant = codes.redeem(
      {
        code: form.get('code') ?? '',
        redirectUri: form.get('redirect_uri') ?? '',
        verifier: form.get('code_verifier') ?? '',
      },
      clock.now(),
    );
    if (!grant) return json(400, { error: 'invalid_grant' });
    const token = await tokenFor(grant.email, grant.nonce);
    return json(200, { id_token: token, access_token: token, token_type: 'Bearer', expires_in: 3_600 });
  };

  const answer = async (request: IncomingMessage): Promise<Reply> => {
    const url = new URL(request.url ?? '/', 'http://local');
    const path = url.pathname.slice(SIGN_IN_PATH.length).replace(/\/$/, '');
    switch (`${request.method} ${path}`) {
      case 'GET /.well-known/openid-configuration':
        return json(200, (await issuer()).configuration());
      case 'GET /keys':
        return json(200, await (await issuer()).keySet());
      case 'GET /authorize':
        return authorize(url.searchParams);
      case 'POST /token':
        return redeem(new URLSearchParams(await textOf(request)));
      case 'POST ': {
        const email = emailOf(await textOf(request));
        if (email === undefined)
          return json(400, { message: 'expected { "email": "operator@demo.example" }' });
        return json(200, { token: await tokenFor(email) });
      }
      default:
        return json(404, { message: 'Not Found' });
    }
  };

  return {
    async listener(request: IncomingMessage, response: ServerResponse): Promise<void> {
      let reply: Reply;
      try {
        reply = await answer(request);
      } catch (error) {
        reply = json(500, { message: error instanceof Error ? error.message : String(error) });
      }
      response.writeHead(reply.status, { ...reply.headers, 'cache-control': 'no-store' }).end(reply.body);
    },
  };
}

async function textOf(request: IncomingMessage): Promise<string> {
  return (await readBody(request, BODY_LIMIT))?.toString('utf8') ?? '';
}

function emailOf(text: string): string | undefined {
  try {
    const { email } = JSON.parse(text) as { readonly email?: unknown };
    return typeof email === 'string' && email.includes('@') ? email : undefined;
  } catch {
    return undefined;
  }
}

/** Codes are sent only to this machine. */
function isLoopback(address: string): boolean {
  return URL.canParse(address) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in: ${PRODUCT_NAME}</title><link rel="icon" href="data:,">
<style>:root{color-scheme:light dark;font:16px/2.2 system-ui,sans-serif}body{margin:12vh auto;width:min(360px,90vw)}</style>`;

function renderPage(query: URLSearchParams): string {
  const links = DEMO_USERS.map(({ email }) => {
    const chosen = new URLSearchParams(query);
    chosen.set('email', email);
    return `<li><a href="${SIGN_IN_PATH}/authorize?${chosen.toString().replaceAll('&', '&amp;')}">${email}</a></li>`;
  });
  return `<!doctype html><html lang="en">${HEAD}<h1>Sign in as</h1><ul>${links.join('')}</ul></html>`;
}

function json(status: number, body: unknown): Reply {
  // The console of a developer may be served from another port.
  const headers = { 'content-type': 'application/json', 'access-control-allow-origin': '*' };
  return { status, headers, body: JSON.stringify(body) };
}

function html(body: string): Reply {
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}
