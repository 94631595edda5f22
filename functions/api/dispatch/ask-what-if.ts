import * as z from 'zod';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import { refuseDays } from '../../../lib/operations/insight/index.ts';
import { MAX_JOBS, requestWhatIf, unknownProvider } from '../../../lib/operations/reviews/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { dayParameter } from '../../../lib/platform/http/index.ts';
import { activityExample, activityReply, activityReplyOr } from '../activities/activity-reply.ts';
import { dispatchEndpoint } from './deps.ts';

/** POST /v1/dispatch/what-ifs */
export const askWhatIf = dispatchEndpoint({
  name: 'askWhatIf',
  method: 'POST',
  path: '/v1/dispatch/what-ifs',
  area: 'Dispatch',
  summary: 'Ask what other rules would have chosen',
  description: [
    'Goes through the deliveries of past days, chooses a provider for each again by another strategy, other providers or ' +
      'another fee limit, and adds up what would have been different. It uses the quotes that were kept: no provider is asked, ' +
      'and nothing changes. What a caller selected is left out.',
    'The reply is an activity; read it with `GET /v1/activities/{id}`, list them with `GET /v1/activities?action=act_what_if`. ' +
      'Its result has `before` and `after` with `choices`, `priceCents` as quoted, `onTime` and `lateMinutes` as the scorecards ' +
      'of the providers let expect (`value`, and `low` to `high` in which it lies with a probability of 90 %), and `providers`; ' +
      '`differing` (up to 2,000) with the reasons; `nobodyCount` packages that nobody would have carried; `notAsked`: allowed ' +
      `providers that gave no price then, by the number of packages. At most ${MAX_JOBS} deliveries, the newest.`,
  ].join('\n\n'),
  permission: 'WRITE_DISPATCH_STRATEGY',
  forLimited: 'refused',
  body: z.object({
    name: z.string().trim().min(1).max(80).meta({ description: 'Name by which it is found again.' }),
    from: dayParameter.meta({ description: "First day, in the organization's time zone." }),
    to: dayParameter.meta({ description: 'Last day.' }),
    optionsGroupId: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Strategy that decides; default the one that each delivery had.' }),
    allowedProviders: z.array(z.string().max(200)).min(1).max(200).optional().meta({
      description: 'Ids or names of providers, in order of preference; default those of the strategy.',
    }),
    maxDeliveryFeeCents: z
      .int()
      .min(0)
      .nullish()
      .meta({ description: 'Limit on the fee in cents; null = none; default as it was.' }),
  }),
  bodyExample: {
    name: 'The cheapest in March',
    from: '2026-03-01',
    to: '2026-03-31',
    optionsGroupId: 'opn_cheapest',
  },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_what_if', status: 'QUEUED', progress: null },
  refusals: [invalidOptionsGroup, unknownProvider, activityNotFound],
  async handle({ input: { body }, ctx }) {
    const impossible = refuseDays(body.from, body.to);
    if (impossible) return impossible;
    if (
      body.optionsGroupId === undefined &&
      !body.allowedProviders &&
      body.maxDeliveryFeeCents === undefined
    ) {
      const fault =
        'is missing, as are allowedProviders and maxDeliveryFeeCents; send what is to be different';
      return validationErrors(`optionsGroupId ${fault}.`, { fields: { optionsGroupId: fault } });
    }
    return activityReplyOr(
      await requestWhatIf(ctx, { ...ctx.caller, organizationId: ctx.organizationId }, body),
    );
  },
});
