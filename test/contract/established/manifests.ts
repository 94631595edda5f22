import { z } from 'zod';
import { orderInput } from './orders.ts';
import { record, shape, text, textLists, texts } from './values.ts';

export const shippingDetails = shape(
  {},
  {
    ...texts`
      providerId providerConsignmentId providerExternalId speed type movementType chargeAccountId sortCode
    `,
  },
);

export const shippedOrderInput = orderInput.extend({ shippingDetails: shippingDetails.nullish() });

export const dispatchAndManifestInput = shape({ orders: z.array(shippedOrderInput) });

export const manifestOrderError = shape(
  { ...texts`stage message` },
  { ...texts`identifier orderId`, details: record },
);

export const manifestDocument = shape({ ...texts`id contentType`, url: text.nullable() });

export const manifestResult = shape({
  providerId: text,
  orderIds: z.array(text),
  documents: z.array(manifestDocument),
});

export const dispatchAndManifestReply = shape({
  manifests: z.array(manifestResult),
  errors: z.array(manifestOrderError).optional(),
});

export const manifestOrdersInput = shape({}, { ...textLists`orderIds externalOrderIds providerIds` });

export const manifestOrdersReply = shape({ manifests: z.array(manifestResult) });
