import { z } from 'zod';
import {
  flag,
  flags,
  number,
  numbers,
  oneOf,
  record,
  shape,
  text,
  textLists,
  texts,
  whole,
  wholes,
} from './values.ts';

export const dispatchQuoteInput = shape({ providerId: text, totalPriceCents: whole });

export const dispatchRuleContextInput = shape(
  { numberOfPackages: whole.optional(), isBatch: flag.optional() },
  {
    ...wholes`packageValueCents itemsCount packageTipCents`,
    ...texts`
      pickupTime dropoffTime pickupStoreLocationId dropoffStoreLocationId packageDeliveryMode
    `,
    ...numbers`drivingDistance packageHeight packageWidth packageDepth packageWeight totalWeight`,
    ...textLists`tags packageRequirements`,
    metadata: record,
  },
);

export const dispatchRuleResult = shape(
  {},
  {
    ...texts`matchedRuleId matchedRuleLabel matchedRuleCondition optionsGroupId optionsGroupLabel`,
  },
);

export const evaluationInput = shape(
  { quotes: z.array(dispatchQuoteInput) },
  {
    ...texts`
      pickupAddress pickupAddressCity pickupAddressState pickupAddressZip pickupAddressCountry
      pickupBusinessName dropoffAddress dropoffAddressCity dropoffAddressState dropoffAddressZip
      dropoffAddressCountry dropoffBusinessName optionsGroupId
    `,
    ...numbers`pickupLat pickupLng dropoffLat dropoffLng`,
    context: dispatchRuleContextInput,
  },
);

export const rankedProvider = shape({
  ...texts`providerId parentProviderId providerName`,
  probability: number,
  rank: whole,
});

export const evaluation = shape(
  { rankedProviders: z.array(rankedProvider) },
  { dispatchRule: dispatchRuleResult, strategy: text },
);

export const strategy = shape(
  { ...texts`id label` },
  {
    allowedProviders: z.array(text),
    ...flags`enableAutoDispatch reassignOnFailure enableMaxDeliveryFee smartReassignment`,
    ...texts`providerSelectionStrategy costSplitStrategy`,
    ...wholes`maxDeliveryFeeCents costSplitMaxFixedPriceCents`,
    costSplitMaxPercentage: number,
  },
);

export const strategyList = z.array(strategy);

export const orgProviderPayload = shape({ ...texts`providerId name` }, { logo: text });

export const listedOrgProviders = z.array(orgProviderPayload);

export const strategyInput = shape(
  {
    label: text.max(80),
    providerSelectionStrategy: oneOf`lowest_price preferred_order`.optional(),
    costSplitStrategy: oneOf`none price percentage`.optional(),
  },
  {
    id: text,
    allowedProviders: z.array(text),
    ...flags`enableAutoDispatch reassignOnFailure enableMaxDeliveryFee smartReassignment`,
    ...wholes`maxDeliveryFeeCents costSplitMaxPercentage costSplitMaxFixedPriceCents`,
  },
);
