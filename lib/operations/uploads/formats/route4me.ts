import type { FileFormat } from './file-format.ts';

/** Addresses as Route4Me imports them. */
export const route4me: FileFormat = Object.freeze({
  name: 'Route4Me',
  signature: ['Alias', 'Address', 'Time Window Start', 'Time Window End'],
  columns: {
    Alias: 'dropoffBusinessName',
    Address: 'dropoffAddress',
    City: 'dropoffAddressCity',
    State: 'dropoffAddressState',
    Zip: 'dropoffAddressZip',
    Lat: 'dropoffLat',
    Lng: 'dropoffLng',
    Date: 'dropoffDate',
    'Time Window Start': 'dropoffStartTime',
    'Time Window End': 'dropoffEndTime',
    'Order ID': 'externalId',
    'Order Number': 'externalId',
    'First Name': 'dropoffFirstName',
    'Last Name': 'dropoffLastName',
    Phone: 'dropoffPhoneNumber',
    Email: 'dropoffEmail',
    Notes: 'dropoffInstructions',
    Weight: 'weight',
    Revenue: 'valueCents',
    Pieces: 'itemsCount',
    Cost: null,
    Cube: null,
    Group: null,
    'Service Time': null,
  },
});
