import { defineInvariant } from './define-invariant.ts';

/** Maximum deviation of the clocks of functions. */
const SKEW_MS = 2_000;

export const keysExpire = defineInvariant({
  name: 'keys-expire',
  number: 8,
  sentence: 'An API key opens what it may until it expires, and nothing afterwards.',
  atEnd({ answered }, report) {
    const expiries = new Map(
      answered
        .filter(({ routeKey }) => routeKey === 'POST /v1/organization-management/api-keys')
        .map(({ reply }) => [reply?.key, reply?.expiresAt] as const),
    );
    for (const { secret, status, askedAt, at } of answered) {
      const expiresAt = expiries.get(secret);
      if (!expiresAt) continue;
      const dueMs = Date.parse(expiresAt);
      if (status === 200 && askedAt >= dueMs + SKEW_MS)
        report(`A key that expired at ${expiresAt} was taken at ${new Date(askedAt).toISOString()}.`);
      if (status === 401 && at < dueMs - SKEW_MS)
        report(`A key that expires at ${expiresAt} was refused at ${new Date(at).toISOString()}.`);
    }
  },
});
