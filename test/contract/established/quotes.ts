import { z } from 'zod';
import { flags, number, record, shape, text, texts, whole, wholes } from './values.ts';

export const quote = shape(
  { ...texts`id providerId providerName createdTime`, priceCents: whole },
  {
    ...texts`type providerLogo expireTime currency pickupWindow dropoffEta errorMessage`,
    ...flags`providerIsInternal isSuccessful`,
    ...wholes`
      taxAmountCents tollFeeCents nashFeeCents insuranceFeeCents costSplitCustomerCents
      costSplitBusinessCents totalPriceCents rank
    `,
    tags: z.array(text),
    totalPriceBreakdown: record,
    price: number,
  },
);
