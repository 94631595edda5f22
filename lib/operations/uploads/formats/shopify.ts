import type { FileFormat } from './file-format.ts';

/** The export of orders of a Shopify shop: a row for each item, with the order's own cells in the first one. */
export const shopify: FileFormat = Object.freeze({
  name: 'Shopify',
  signature: ['Name', 'Financial Status', 'Lineitem quantity', 'Shipping Address1'],
  columns: {
    Name: 'externalId',
    Id: 'referenceId',
    Email: 'dropoffEmail',
    Currency: 'currency',
    Total: 'valueCents',
    'Lineitem quantity': 'items.count',
    'Lineitem name': 'items.description',
    'Lineitem price': 'items.valueCents',
    'Lineitem sku': 'items.id',
    'Shipping Name': 'dropoffFirstName',
    'Shipping Street': null,
    'Shipping Address1': 'dropoffAddress',
    'Shipping Address2': 'dropoffAddressSecondarynumber',
    'Shipping Company': 'dropoffBusinessName',
    'Shipping City': 'dropoffAddressCity',
    'Shipping Zip': 'dropoffAddressZip',
    'Shipping Province': 'dropoffAddressState',
    'Shipping Country': 'dropoffAddressCountry',
    'Shipping Phone': 'dropoffPhoneNumber',
    Phone: null,
    Notes: 'dropoffInstructions',
    Tags: 'tags',
    Vendor: null,
    Location: null,
    Source: null,
  },
});
