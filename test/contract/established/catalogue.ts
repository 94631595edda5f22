import { z } from 'zod';
import { flag, number, numbers, shape, text, textLists, texts, whole, wholes } from './values.ts';

export const packSizeSpecification = shape({}, { ...texts`value description` });

export const sizeSpecification = shape({}, { value: number, description: text });

export const weightedItemInfo = shape({}, { weightPerItem: number, weightUnit: text });

export const productDetailsInput = shape(
  {},
  {
    weightedItemInfo,
    sizeSpecification,
    packSizeSpecification,
    skillsRequired: z.array(text),
    dropoffServiceTimeSeconds: whole.min(0),
  },
);

export const productDetails = shape({}, { weightedItemInfo, sizeSpecification, packSizeSpecification });

export const dimension = shape({}, { ...numbers`depth width height` });

export const identifier = shape({ ...texts`type value` });

export const inventoryDiscount = shape({ valueCents: whole, ...texts`startTime endTime` });

export const storeInventoryWeightedItemInfo = shape({}, { valueCentsPerMeasurementUnit: whole });

export const storeInventoryDetails = shape(
  {},
  { weightedItemInfo: storeInventoryWeightedItemInfo, taxPercentage: number },
);

export const inventoryProviderConfig = shape(
  { ...texts`provider serviceType currency`, valueCents: whole },
  { details: storeInventoryDetails, available: flag, discount: inventoryDiscount, taxPercentage: number },
);

export const locationData = shape({}, { ...texts`aisle bay shelf` });

export const storeInventory = shape(
  { ...texts`id productId storeLocationId`, quantity: whole, available: flag },
  {
    ...texts`externalProductId externalStoreLocationId currency`,
    valueCents: whole,
    location: locationData,
    details: storeInventoryDetails,
    providerConfigs: z.array(inventoryProviderConfig),
  },
);

export const inventoryPagination = shape({ inventory: z.array(storeInventory), totalResults: whole });

export const providerConfig = shape(
  { ...texts`provider serviceType` },
  { categories: z.array(text), enabled: flag },
);

export const productInput = shape(
  {
    name: text,
    categories: z.array(text),
    weight: number,
    dimensions: dimension,
    identifiers: z.array(identifier),
  },
  {
    ...texts`externalIdentifier sku description`,
    ...textLists`imageUrls attributes`,
    details: productDetailsInput,
    providerConfigs: z.array(providerConfig),
  },
);

export const product = shape(
  { ...texts`id name` },
  {
    ...texts`externalIdentifier sku description`,
    ...textLists`imageUrls categories attributes`,
    weight: number,
    dimensions: dimension,
    identifiers: z.array(identifier),
    details: productDetails,
    providerConfigs: z.array(providerConfig),
  },
);

export const productsInput = shape({ products: z.array(productInput) });

export const productList = z.array(product);

export const productsPagination = shape({ products: z.array(product), totalResults: whole });

export const storeInventoryInput = shape(
  { available: flag },
  {
    ...texts`externalProductId externalStoreLocationId currency`,
    ...wholes`quantity valueCents`,
    location: locationData,
    details: storeInventoryDetails,
    providerConfigs: z.array(inventoryProviderConfig),
  },
);

export const storeInventoryListInput = shape({ inventory: z.array(storeInventoryInput) });

export const stockList = z.array(storeInventory);
