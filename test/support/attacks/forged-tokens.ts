import { createHmac, KeyObject, sign } from 'node:crypto';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { tokenVerifier, type VerifyToken } from '../../../lib/people/tenancy/index.ts';
import type { Clock } from '../../../lib/platform/core/clock.ts';

/** Two issuers that an installation trusts, with their keys, as an attacker who sees all public parts finds them. */
export interface AttackedIssuers {
  readonly verifyToken: VerifyToken;
  /** Every URL that was read. */
  readonly asked: readonly string[];
  /** What reads of the issuers' documents wait for or fail with; nothing by default. */
  whenRead: () => Promise<void>;
  /** A token that is in order, for the victim. */
  valid(claims?: Claims, header?: Header): Promise<string>;
  /** The tokens that are not. */
  readonly forgeries: readonly Forgery[];
  /** The first issuer signs with a new key from now on, beside the earlier one. */
  addKey(): Promise<void>;
}

/** A token that must sign nobody in. */
export interface Forgery {
  readonly title: string;
  make(): Promise<string>;
}

type Claims = Readonly<Record<string, unknown>>;
type Header = Readonly<Record<string, unknown>>;

const ISSUER = 'https://sign-in.example';
const OTHER_ISSUER = 'https://partners.example';
const AUDIENCE = 'console';

const encoded = (part: unknown) =>
  Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url');

/** The same token with other parts. */
function spliced(
  token: string,
  parts: { readonly [Name in 'header' | 'payload' | 'signature']?: string },
): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [parts.header ?? header, parts.payload ?? payload, parts.signature ?? signature].join('.');
}

/** Sets the issuers up with fresh keys. `victim` is the verified address of a user with all rights. */
export async function attackedIssuers(clock: Pick<Clock, 'now'>, victim: string): Promise<AttackedIssuers> {
  const own = await generateKeyPair('RS256', { extractable: true });
  const ownEc = await generateKeyPair('ES256', { extractable: true });
  const others = await generateKeyPair('RS256', { extractable: true });
  const attacker = await generateKeyPair('RS256', { extractable: true });
  const attackerEc = await generateKeyPair('ES256', { extractable: true });
  const nowSeconds = Math.floor(clock.now() / 1_000);
  const keys: object[] = [
    { ...(await exportJWK(own.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(ownEc.publicKey)), kid: 'key-2', alg: 'ES256', use: 'sig' },
  ];
  let signing = { pair: own, kid: 'key-1' };
  const asked: string[] = [];
  const documents = (): Readonly<Record<string, unknown>> => ({
    [`${ISSUER}/.well-known/openid-configuration`]: { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` },
    [`${ISSUER}/keys`]: { keys },
    [`${OTHER_ISSUER}/.well-known/openid-configuration`]: {
      issuer: OTHER_ISSUER,
      jwks_uri: `${OTHER_ISSUER}/keys`,
    },
    [`${OTHER_ISSUER}/keys`]: { keys: [otherKey] },
  });
  const otherKey = { ...(await exportJWK(others.publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' };
  const trusted = [
    { issuer: ISSUER, audience: [AUDIENCE] },
    { issuer: OTHER_ISSUER, audience: ['partners'] },
  ];
  const claims = (changes: Claims = {}): Claims => ({
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'sub-victim',
    email: victim,
    email_verified: true,
    iat: nowSeconds,
    exp: nowSeconds + 3_600,
    ...changes,
  });
  const signed = (payload: Claims, header: Header, key: Parameters<SignJWT['sign']>[0]) =>
    new SignJWT(payload as JWTPayload).setProtectedHeader(header as unknown as JWTHeaderParameters).sign(key);
  const valid = (changes: Claims = {}, header: Header = {}) =>
    signed(claims(changes), { alg: 'RS256', kid: signing.kid, ...header }, signing.pair.privateKey);
  const byAttacker = (header: Header = {}) =>
    signed(claims(), { alg: 'RS256', kid: 'key-1', ...header }, attacker.privateKey);
  /** A header that no library writes, over the claims of the victim, signed by the attacker's secret. */
  const byHand = (header: unknown, secret: string | Buffer = 'secret', hash = 'sha256') => {
    const input = `${encoded(header)}.${encoded(claims())}`;
    return `${input}.${createHmac(hash, secret).update(input).digest('base64url')}`;
  };
  const publicPem = await exportSPKI(own.publicKey);
  const publicJwk = await exportJWK(own.publicKey);
  const attackerJwk = await exportJWK(attacker.publicKey);
  const publicDer = Buffer.from(publicPem.replace(/-----[^-]+-----|\s/g, ''), 'base64');

  const sync = (title: string, make: () => string): Forgery => ({ title, make: async () => make() });
  const forgery = (title: string, make: () => Promise<string>): Forgery => ({ title, make });

  const unsigned: readonly Forgery[] = [
    ...['none', 'None', 'NONE', 'nOnE', '', 'RS256 ', 'RS1', 'rs256'].map((alg) =>
      sync(`alg ${JSON.stringify(alg)}`, () => byHand({ alg, kid: 'key-1' })),
    ),
    sync('alg none with no signature', () => byHand({ alg: 'none' }).replace(/\.[^.]*$/, '.')),
    sync('no alg', () => byHand({ kid: 'key-1' })),
    sync('alg as a list', () => byHand({ alg: ['RS256', 'none'], kid: 'key-1' })),
    sync('alg as null', () => byHand({ alg: null, kid: 'key-1' })),
    sync('alg twice', () => byHand('{"alg":"RS256","kid":"key-1","alg":"none"}')),
    sync('alg twice, the other way round', () => byHand('{"alg":"none","kid":"key-1","alg":"RS256"}')),
    forgery('no signature', async () => spliced(await valid(), { signature: '' })),
    forgery('two parts', async () => (await valid()).split('.').slice(0, 2).join('.')),
    forgery('five parts, as if encrypted', async () => `${await valid()}.AAAA.AAAA`),
    forgery('half a signature', async () => (await valid()).slice(0, -100)),
    forgery('one other bit in the signature', async () => {
      const token = await valid();
      const bytes = Buffer.from(token.split('.')[2] ?? '', 'base64url');
      bytes[10] = (bytes[10] ?? 0) ^ 1;
      return spliced(token, { signature: bytes.toString('base64url') });
    }),
    forgery('a signature of zeros by an elliptic curve', async () =>
      spliced(await valid(), {
        header: encoded({ alg: 'ES256', kid: 'key-2' }),
        signature: Buffer.alloc(64).toString('base64url'),
      }),
    ),
    forgery('other claims under a signature', async () =>
      spliced(await valid({ email: 'nobody@own.example' }), { payload: encoded(claims()) }),
    ),
    forgery('another header over a signature', async () =>
      spliced(await valid(), { header: encoded({ alg: 'RS256', kid: 'key-1', typ: 'JWT' }) }),
    ),
    forgery('the signature of another token', async () =>
      spliced(await valid(), { signature: (await valid({ sub: 'another' })).split('.')[2] ?? '' }),
    ),
  ];

  const confused: readonly Forgery[] = [
    sync('HS256 by the public key as PEM', () => byHand({ alg: 'HS256', kid: 'key-1' }, publicPem)),
    sync('HS256 by the public key as trimmed PEM', () =>
      byHand({ alg: 'HS256', kid: 'key-1' }, publicPem.trim()),
    ),
    sync('HS256 by the public key as DER', () => byHand({ alg: 'HS256', kid: 'key-1' }, publicDer)),
    sync('HS256 by the public key as JSON', () =>
      byHand({ alg: 'HS256', kid: 'key-1' }, JSON.stringify(publicJwk)),
    ),
    sync('HS256 by the modulus', () => byHand({ alg: 'HS256', kid: 'key-1' }, String(publicJwk.n))),
    sync('HS384 by the public key', () => byHand({ alg: 'HS384', kid: 'key-1' }, publicPem, 'sha384')),
    sync('HS512 by the public key', () => byHand({ alg: 'HS512', kid: 'key-1' }, publicPem, 'sha512')),
    sync('HS256 by no secret', () => byHand({ alg: 'HS256', kid: 'key-1' }, '')),
    forgery("the attacker's key under the issuer's name of a key", () => byAttacker()),
    forgery("the attacker's key without a name", () => byAttacker({ kid: undefined })),
    forgery("the attacker's key of another kind", () =>
      signed(claims(), { alg: 'ES256', kid: 'key-2' }, attackerEc.privateKey),
    ),
    forgery('the key of an elliptic curve under the name of the other', () =>
      signed(claims(), { alg: 'ES256', kid: 'key-1' }, ownEc.privateKey),
    ),
  ];

  const names = [
    'https://evil.example/keys',
    'file:///dev/null',
    '../../../../../../dev/null',
    "key-1' OR '1'='1",
    'key-1\u0000',
    '__proto__',
    'constructor',
    'x'.repeat(10_000),
  ];
  const pointing: readonly Forgery[] = [
    forgery('its own key in the header', () => byAttacker({ jwk: attackerJwk })),
    forgery('its own key in the header, without a name', () =>
      byAttacker({ kid: undefined, jwk: attackerJwk }),
    ),
    forgery('a key set elsewhere', () => byAttacker({ jku: 'https://evil.example/keys' })),
    forgery("a key set elsewhere below the issuer's address", () =>
      byAttacker({ jku: `${ISSUER}@evil.example/keys` }),
    ),
    forgery('a certificate elsewhere', () => byAttacker({ x5u: 'https://evil.example/certificate' })),
    forgery('its own certificate', () => byAttacker({ x5c: [publicDer.toString('base64')] })),
    sync('an extension that nobody knows, signed by the issuer', () => {
      const input = `${encoded({ alg: 'RS256', kid: 'key-1', crit: ['once'], once: 1 })}.${encoded(claims())}`;
      const signature = sign('sha256', Buffer.from(input), KeyObject.from(own.privateKey));
      return `${input}.${signature.toString('base64url')}`;
    }),
    sync('a payload that is not encoded', () =>
      byHand({ alg: 'RS256', kid: 'key-1', b64: false, crit: ['b64'] }),
    ),
    ...names.map((kid) =>
      sync(`the name of a key ${JSON.stringify(kid.slice(0, 40))}`, () => byHand({ alg: 'HS256', kid }, '')),
    ),
    forgery('a name of a key that is a list', () => byAttacker({ kid: ['key-1'] })),
    forgery('a name of a key that is an object', () => byAttacker({ kid: { key: 'key-1' } })),
  ];

  /** Signed by the issuer itself, and still not for us. */
  const misdirected: readonly Forgery[] = [
    ...Object.entries<Claims>({
      'another audience': { aud: 'someone-else' },
      'an audience of the other issuer': { aud: 'partners' },
      'other audiences': { aud: ['someone-else', 'partners'] },
      'no audience': { aud: undefined },
      'an audience that is an object': { aud: { console: true } },
      'an audience in another case': { aud: 'Console' },
      'no issuer': { iss: undefined },
      'another issuer': { iss: 'https://evil.example' },
      'the issuer with a slash': { iss: `${ISSUER}/` },
      'the issuer in another case': { iss: ISSUER.toUpperCase() },
      'the issuer with a port': { iss: `${ISSUER}:443` },
      'the issuer in a list': { iss: [ISSUER] },
      'the issuer __proto__': { iss: '__proto__' },
      'the other issuer': { iss: OTHER_ISSUER, aud: 'partners' },
      'an expiry in the past': { exp: nowSeconds - 60 },
      'no expiry': { exp: undefined },
      'an expiry that is a text': { exp: String(nowSeconds + 3_600) },
      'an expiry of zero': { exp: 0 },
      'an expiry after the last date': { exp: 1e300 },
      'a start in the future': { nbf: nowSeconds + 3_600 },
      'a start that is a text': { nbf: 'now' },
      'no subject': { sub: undefined },
      'a subject that is a number': { sub: 42 },
      'an empty subject': { sub: '' },
    }).map(([title, changes]) => forgery(title, () => valid(changes))),
    forgery("the other issuer's key for the first", () =>
      signed(claims(), { alg: 'RS256', kid: 'key-1' }, others.privateKey),
    ),
  ];

  /** In order, but about nobody: the address of the victim in another form. */
  const impersonating: readonly Forgery[] = Object.entries<Claims>({
    'an address that is not verified': { email_verified: false },
    'an address of which nobody says whether it is verified': { email_verified: undefined },
    'an address verified by 1': { email_verified: 1 },
    'no address': { email: undefined },
    'a list with the address': { email: [victim] },
    'an object with the address': { email: { toString: victim } },
    'a space behind the address': { email: `${victim} ` },
    'a line break behind the address': { email: `${victim}\n` },
    'a zero behind the address': { email: `${victim}\u0000` },
    'an invisible space in the address': { email: victim.replace('@', '\u200b@') },
    'a Cyrillic letter in the address': { email: victim.replace('o', '\u043e') },
    'the sign of Kelvin in the address': { email: victim.replace('k', '\u212a') },
    'wide letters in the address': { email: victim.replace('o', '\uff4f') },
    'two addresses': { email: `${victim},evil@evil.example` },
    'the address as the name of another': { email: `"${victim}" <evil@evil.example>` },
    'the address below another domain': { email: `${victim}.evil.example` },
    'rights and an organization of its own choice': {
      email: 'evil@evil.example',
      permissions: ['*'],
      role: 'role_owner',
      organizationId: 'org_own',
    },
  }).map(([title, changes]) => forgery(title, () => valid({ sub: 'sub-evil', ...changes })));

  const broken: readonly Forgery[] = [
    sync('a header that is not JSON', () => `${encoded('nonsense')}.${encoded(claims())}.AAAA`),
    sync(
      'claims that are not JSON',
      () => `${encoded({ alg: 'RS256', kid: 'key-1' })}.${encoded('nonsense')}.AAAA`,
    ),
    sync(
      'claims that are a list',
      () => `${encoded({ alg: 'RS256', kid: 'key-1' })}.${encoded([claims()])}.AAAA`,
    ),
    sync('claims that are null', () => `${encoded({ alg: 'RS256', kid: 'key-1' })}.${encoded('null')}.AAAA`),
    sync('claims of no alphabet', () => {
      const bytes = Buffer.from([0xff, 0xfe, 0xfd]).toString('base64url');
      return `${encoded({ alg: 'RS256', kid: 'key-1' })}.${bytes}.AAAA`;
    }),
    sync('claims 20,000 levels deep', () => {
      const deep = `{"iss":"${ISSUER}","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
      return `${encoded({ alg: 'RS256', kid: 'key-1' })}.${encoded(deep)}.AAAA`;
    }),
    sync(
      'claims of a megabyte',
      () =>
        `${encoded({ alg: 'RS256', kid: 'key-1' })}.${encoded(claims({ more: 'x'.repeat(1_000_000) }))}.AAAA`,
    ),
    sync(
      'a signature of a megabyte',
      () => `${byHand({ alg: 'RS256', kid: 'key-1' })}${'A'.repeat(1_000_000)}`,
    ),
    forgery('another alphabet of base64', async () => `${await valid()}==`),
    forgery('spaces between the parts', async () => (await valid()).replaceAll('.', ' . ')),
    forgery('a mark of byte order', async () => `\ufeff${await valid()}`),
    forgery('two tokens', async () => `${await valid()},${await valid()}`),
    sync('only dots', () => '..'),
    sync('three letters', () => 'a.b.c'),
  ];

  const issuers: AttackedIssuers = {
    asked,
    whenRead: async () => undefined,
    valid,
    forgeries: [...unsigned, ...confused, ...pointing, ...misdirected, ...impersonating, ...broken],
    async addKey() {
      const pair = await generateKeyPair('RS256', { extractable: true });
      const kid = `key-${keys.length + 1}`;
      keys.push({ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' });
      signing = { pair, kid };
    },
    verifyToken: tokenVerifier(
      {
        clock,
        async fetchJson(url) {
          asked.push(url);
          await issuers.whenRead();
          const found = documents()[url];
          if (found === undefined) throw new Error(`Nothing is at ${url}.`);
          return found;
        },
      },
      trusted,
    ),
  };
  return issuers;
}
