import * as z from 'zod';
import { evaluateDispatch as evaluate } from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { dispatchEndpoint } from './deps.ts';
import { evaluateBody } from './evaluate-schemas.ts';
import { contextOf, isBatch, locationsOf, shipmentOfEvaluation } from './evaluated-shipment.ts';

const reason = z.object({
  code: z.string().meta({
    description: 'Stable name of the reason, for programs that say it in other words.',
  }),
  text: z.string(),
  values: z.record(z.string(), z.unknown()),
});

const reply = z
  .object({
    dispatchRule: z
      .object({
        matchedRuleId: z.string().nullable(),
        matchedRuleLabel: z.string().nullable(),
        matchedRuleCondition: z.array(z.unknown()).nullable(),
        optionsGroupId: z.string().nullable(),
        optionsGroupLabel: z.string(),
      })
      .nullable(),
    strategy: z.string(),
    because: z.array(reason),
    rankedProviders: z.array(
      z.object({
        providerId: z.string(),
        parentProviderId: z
          .string()
          .meta({ description: 'The provider itself: no provider has another above it.' }),
        providerName: z.string(),
        probability: z.number(),
        rank: z.int().nullable(),
        reason,
      }),
    ),
  })
  .meta({ id: 'EvaluateDispatchOutput' });

/** POST /v1/dispatch/evaluate */
export const evaluateDispatch = dispatchEndpoint({
  name: 'evaluateDispatch',
  method: 'POST',
  path: '/v1/dispatch/evaluate',
  area: 'Dispatch',
  summary: 'Explain what a dispatch would decide',
  description:
    'Ranks the prices that you send as a dispatch would, by the strategy you name or the one that the rules choose. ' +
    'Each provider has its rank, its probability of being tried first and the reason. Asks no provider and changes nothing.',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'narrowed',
  body: evaluateBody,
  bodyExample: {
    quotes: [{ providerId: 'FleetSimulator', totalPriceCents: 650 }],
    context: { packageValueCents: 2500 },
  },
  reply,
  replyExample: {
    dispatchRule: null,
    strategy: 'cheapest',
    because: [
      {
        code: 'PROVIDER_ORDER',
        text: 'The strategy "Default" tries providers the lowest price first.',
        values: { strategy: 'Default', providerSelectionStrategy: 'cheapest' },
      },
    ],
    rankedProviders: [
      {
        providerId: 'prv_fleet_simulator',
        parentProviderId: 'prv_fleet_simulator',
        providerName: 'FleetSimulator',
        probability: 1,
        rank: 1,
        reason: {
          code: 'RANKED',
          text: 'FleetSimulator has rank 1: 650 USD cents.',
          values: { providerName: 'FleetSimulator', rank: 1, totalPriceCents: 650, currency: 'USD' },
        },
      },
    ],
  },
  refusals: [invalidOptionsGroup],
  async handle({ input: { body: sent }, ctx }) {
    const evaluated = await evaluate(ctx, {
      organizationId: ctx.organizationId,
      optionsGroupId: sent.optionsGroupId,
      package: { ...locationsOf(sent), ...contextOf(sent) },
      jobMetadata: sent.context?.metadata ?? {},
      isBatch: isBatch(sent),
      shipment: shipmentOfEvaluation(sent),
      quotes: sent.quotes,
    });
    if (isRefusal(evaluated)) return evaluated;
    const { rule, strategy, because, ranked } = evaluated;
    return {
      dispatchRule: rule
        ? {
            matchedRuleId: rule.id,
            matchedRuleLabel: rule.label,
            matchedRuleCondition: rule.condition,
            optionsGroupId: strategy.id,
            optionsGroupLabel: strategy.label,
          }
        : null,
      strategy: strategy.providerSelectionStrategy,
      because: because.map((one) => ({ ...one, values: { ...one.values } })),
      rankedProviders: ranked.map(({ reason, ...one }) => ({
        ...one,
        parentProviderId: one.providerId,
        reason: { ...reason, values: { ...reason.values } },
      })),
    };
  },
});
