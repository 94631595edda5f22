import type { Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { requestLimiter, type TakeRequest } from './limit-requests.ts';
import { tooManyRequests } from './refusals.ts';

/** Environment variable: requests a second that an organization may send; 0 or none = only the limit of the gateway. */
const RATE_VARIABLE = 'REQUESTS_PER_SECOND';

/** State of an organization's limit after a request. */
export interface LimitedRequest {
  readonly refusal: Refusal | undefined;
  /** Headers of the reply, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request of an organization, which may have a limit of its own; 0 = none. */
export type LimitOrganization = (
  organizationId: string,
  ownPerSecond?: number,
) => Promise<LimitedRequest | undefined>;

/**
 * The limits of organizations: each its own, or that of the environment, which 0 switches off. Twice as many may come
 * at once as in a second. An instance lets a tenth of the rate, and a quarter of the burst at once, pass uncounted:
 * nothing is read or written for those.
 */
export function organizationLimit(deps: CoreDeps): LimitOrganization {
  const common = Number(process.env[RATE_VARIABLE] ?? 0);
  const limiters = new Map<number, TakeRequest>();
  const limiterOf = (perSecond: number) => {
    const limiter =
      limiters.get(perSecond) ??
      requestLimiter(deps, {
        scope: 'api',
        perSecond,
        burst: burstOf(perSecond),
        trickle: { perSecond: perSecond / 10, burst: burstOf(perSecond) / 4 },
      });
    limiters.set(perSecond, limiter);
    return limiter;
  };
  return async (organizationId, perSecond = common) => {
    if (!(perSecond > 0)) return undefined;
    const burst = burstOf(perSecond);
    const { retryAfterSeconds, remaining } = await limiterOf(perSecond)(organizationId);
    return {
      refusal:
        retryAfterSeconds === undefined
          ? undefined
          : tooManyRequests(
              `The organization sends more than ${perSecond} requests a second. Wait ${retryAfterSeconds} s and send the request again.`,
              { retryAfterSeconds },
            ),
      headers: {
        'ratelimit-limit': String(burst),
        'ratelimit-remaining': String(remaining),
        'ratelimit-reset': String(Math.ceil((burst - remaining) / perSecond)),
        'ratelimit-policy': `${perSecond};w=1;burst=${burst}`,
      },
    };
  };
}

function burstOf(perSecond: number): number {
  return 2 * perSecond;
}
