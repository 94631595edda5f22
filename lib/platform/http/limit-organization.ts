import type { Refusal } from '../core/refusal.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { requestLimiter } from './limit-requests.ts';
import { tooManyRequests } from './refusals.ts';

/** Environment variable: requests a second that an organization may send; 0 or none = only the limit of the gateway. */
const RATE_VARIABLE = 'REQUESTS_PER_SECOND';

/** State of an organization's limit after a request. */
export interface LimitedRequest {
  readonly refusal: Refusal | undefined;
  /** Headers of the reply, whatever it is. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Counts a request of an organization. */
export type LimitOrganization = (organizationId: string) => Promise<LimitedRequest>;

/**
 * The limit of the environment, undefined when it sets none. Twice as many may come at once as in a second.
 * An instance lets a tenth of the rate, and a quarter of the burst at once, pass uncounted: nothing is read
 * or written for those.
 */
export function organizationLimit(deps: CoreDeps): LimitOrganization | undefined {
  const perSecond = Number(process.env[RATE_VARIABLE] ?? 0);
  if (!(perSecond > 0)) return undefined;
  const burst = 2 * perSecond;
  const take = requestLimiter(deps, {
    scope: 'api',
    perSecond,
    burst,
    trickle: { perSecond: perSecond / 10, burst: burst / 4 },
  });
  return async (organizationId) => {
    const { retryAfterSeconds, remaining } = await take(organizationId);
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
