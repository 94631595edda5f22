import type { FileFormat } from './file-format.ts';

/** Deliveries as Detrack imports them; several rows of one number are its items. */
export const detrack: FileFormat = Object.freeze({
  name: 'Detrack',
  signature: ['D.O. No.', 'Address', 'Deliver To'],
  columns: {
    'D.O. No.': 'externalId',
    Date: 'dropoffDate',
    'Delivery Date': 'dropoffDate',
    'Delivery Time': 'dropoffWindow',
    Address: 'dropoffAddress',
    'Postal Code': 'dropoffAddressZip',
    'Deliver To': 'dropoffFirstName',
    Phone: 'dropoffPhoneNumber',
    'Phone No.': 'dropoffPhoneNumber',
    'Notify Email': 'dropoffEmail',
    Instructions: 'dropoffInstructions',
    'Item Number': 'items.id',
    SKU: 'items.id',
    Description: 'items.description',
    Quantity: 'items.count',
    'Assign To': null,
    Zone: null,
  },
});
