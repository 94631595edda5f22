import { generateKeyPair, SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { FixedClock } from '../../../../../../lib/platform/core/clock.ts';
import { AUDIENCE, startTestIssuer, type TestIssuer } from '../../../../../support/test-issuer.ts';

const START = '2026-03-02T09:00:00.000Z';
const ADA = { sub: 'sub-ada', email: 'Ada@Example.com', email_verified: true };

describe('a token', () => {
  let clock: FixedClock;
  let issuer: TestIssuer;
  beforeEach(async () => {
    clock = new FixedClock(START);
    issuer = await startTestIssuer(clock);
  });

  it('of a configured issuer says whom it is about', async () => {
    expect(await issuer.verifyToken(await issuer.sign(ADA, 60))).toEqual({
      issuer: issuer.issuer,
      subject: 'sub-ada',
      verifiedEmail: 'ada@example.com',
      expiresAtMs: Date.parse(START) + 90_000,
    });
  });

  it.each([
    ['another audience', { aud: 'someone-else' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['a start in the future', { nbf: Date.parse(START) / 1000 + 3_600 }],
  ])('is refused with %s', async (_, claims) => {
    expect(await issuer.verifyToken(await issuer.sign({ ...ADA, ...claims }))).toBe('tokenInvalid');
  });

  it('is refused without an expiry, which the library alone would take', async () => {
    expect(await issuer.verifyToken(await issuer.sign({ ...ADA, exp: undefined as never }))).toBe(
      'tokenInvalid',
    );
  });

  it('is refused without a subject', async () => {
    expect(await issuer.verifyToken(await issuer.sign({ ...ADA, sub: undefined as never }))).toBe(
      'tokenInvalid',
    );
  });

  it('is refused when it has expired by the injected clock', async () => {
    const token = await issuer.sign(ADA, 60);
    clock.advance(80_000);
    expect(await issuer.verifyToken(token)).toMatchObject({ subject: 'sub-ada' });
    clock.advance(20_000);
    expect(await issuer.verifyToken(token)).toBe('tokenExpired');
  });

  it('is refused when it was signed by somebody else, with a shared secret or not at all', async () => {
    const claims = { ...ADA, iss: issuer.issuer, aud: AUDIENCE, exp: Date.parse(START) / 1000 + 60 };
    const { privateKey } = await generateKeyPair('RS256');
    const [{ kid }] = (await issuer.keySet()).keys as [{ kid: string }];
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
    expect(await issuer.verifyToken(forged)).toBe('tokenInvalid');
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode('x'.repeat(32)));
    expect(await issuer.verifyToken(shared)).toBe('tokenInvalid');
    const [, payload] = shared.split('.');
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    expect(await issuer.verifyToken(`${none}.${payload}.x`)).toBe('tokenInvalid');
    expect(await issuer.verifyToken('a.b.c')).toBe('tokenInvalid');
  });

  it.each([[false], ['false'], [undefined]])(
    'has no address that counts when verified is %j',
    async (flag) => {
      const token = await issuer.sign({ ...ADA, email_verified: flag });
      expect(await issuer.verifyToken(token)).toMatchObject({ verifiedEmail: undefined });
    },
  );
});

describe('keys of an issuer', () => {
  it('are read once, and again when the issuer has rotated them', async () => {
    const clock = new FixedClock(START);
    const issuer = await startTestIssuer(clock);
    const before = await issuer.sign(ADA);
    await issuer.verifyToken(before);
    await issuer.verifyToken(before);
    expect(issuer.reads()).toBe(1);
    await issuer.rotate();
    const after = await issuer.sign(ADA);
    clock.advance(10_000);
    expect(await issuer.verifyToken(after)).toMatchObject({ subject: 'sub-ada' });
    expect(issuer.reads()).toBe(2);
    expect(await issuer.verifyToken(before)).toBe('tokenInvalid');
  });

  it('are not read for every token with an unknown key', async () => {
    const clock = new FixedClock(START);
    const issuer = await startTestIssuer(clock);
    await issuer.verifyToken(await issuer.sign(ADA));
    await issuer.rotate();
    const unknown = await issuer.sign(ADA);
    for (let times = 0; times < 5; times += 1) await issuer.verifyToken(unknown);
    expect(issuer.reads()).toBe(1);
  });

  it('49.2.4 are renewed ahead, beside the request: a slow issuer keeps no known key waiting', async () => {
    const clock = new FixedClock(START);
    const issuer = await startTestIssuer(clock);
    const token = await issuer.sign(ADA, 86_400);
    await issuer.verifyToken(token);
    clock.advance(3_000_000);
    const release = issuer.holdReads();
    const answers = [issuer.verifyToken(token), issuer.verifyToken(token), issuer.verifyToken(token)];
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ subject: 'sub-ada' });
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(issuer.reads()).toBe(2);
  });

  it('49.2.4 stay known for six hours while the issuer is down; then that is an outage, no refusal', async () => {
    const clock = new FixedClock(START);
    const issuer = await startTestIssuer(clock);
    const token = await issuer.sign(ADA, 86_400);
    await issuer.verifyToken(token);
    issuer.isUp = false;
    for (const ms of [3_600_000, 10_000, 3_600_000]) {
      clock.advance(ms);
      expect(await issuer.verifyToken(token)).toMatchObject({ subject: 'sub-ada' });
    }
    clock.advance(6 * 3_600_000);
    await expect(issuer.verifyToken(token)).rejects.toThrow('down');
    issuer.isUp = true;
    expect(await issuer.verifyToken(token)).toMatchObject({ subject: 'sub-ada' });
  });

  it('49.2.4 are read once for many first tokens at the same time', async () => {
    const clock = new FixedClock(START);
    const issuer = await startTestIssuer(clock);
    const token = await issuer.sign(ADA);
    await Promise.all(Array.from({ length: 20 }, () => issuer.verifyToken(token)));
    expect(issuer.reads()).toBe(1);
  });
});
