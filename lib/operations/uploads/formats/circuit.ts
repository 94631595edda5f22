import type { FileFormat } from './file-format.ts';

/** Stops as Circuit and Spoke import them. */
export const circuit: FileFormat = Object.freeze({
  name: 'Circuit / Spoke',
  signature: ['Address Line 1', 'Recipient Name', 'Earliest Arrival Time', 'Latest Arrival Time'],
  columns: {
    'Address Line 1': 'dropoffAddress',
    'Address Line 2': 'dropoffAddressSecondarynumber',
    City: 'dropoffAddressCity',
    State: 'dropoffAddressState',
    'Zip/Postal Code': 'dropoffAddressZip',
    Country: 'dropoffAddressCountry',
    'Recipient Name': 'dropoffFirstName',
    'Recipient Phone': 'dropoffPhoneNumber',
    'Phone Number': 'dropoffPhoneNumber',
    'Recipient Email Address': 'dropoffEmail',
    'Recipient Email': 'dropoffEmail',
    'Earliest Arrival Time': 'dropoffStartTime',
    'Latest Arrival Time': 'dropoffEndTime',
    Notes: 'dropoffInstructions',
    'Internal Notes': null,
    'Order ID': 'externalId',
    Products: 'items',
    'Seller Order ID': 'referenceId',
    'Package Count': 'itemsCount',
    'Seller Name': null,
    Driver: null,
    'Estimated Time At Stop': null,
  },
});
