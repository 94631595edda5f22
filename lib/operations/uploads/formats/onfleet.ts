import type { FileFormat } from './file-format.ts';

/** Tasks as Onfleet imports them. */
export const onfleet: FileFormat = Object.freeze({
  name: 'Onfleet',
  signature: ['Recipient_Name', 'Address_Line1', 'completeAfter', 'completeBefore'],
  columns: {
    Recipient_Name: 'dropoffFirstName',
    Recipient_Phone: 'dropoffPhoneNumber',
    Recipient_Notes: 'dropoffInstructions',
    Address_Line1: 'dropoffAddress',
    Address_Line2: 'dropoffAddressSecondarynumber',
    'City/Town': 'dropoffAddressCity',
    Postal_Code: 'dropoffAddressZip',
    'State/Province': 'dropoffAddressState',
    Country: 'dropoffAddressCountry',
    Latitude: 'dropoffLat',
    Longitude: 'dropoffLng',
    completeAfter: 'dropoffStartTime',
    completeBefore: 'dropoffEndTime',
    Task_Details: 'description',
    Quantity: 'itemsCount',
    Pickup: null,
    Pickup_Task: null,
    Driver: null,
    Team: null,
  },
});
