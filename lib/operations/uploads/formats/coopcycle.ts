import type { FileFormat } from './file-format.ts';

/** Deliveries as CoopCycle imports them: both ends of each, and its windows in one cell. */
export const coopCycle: FileFormat = Object.freeze({
  name: 'CoopCycle',
  signature: ['pickup.address', 'dropoff.address', 'dropoff.timeslot'],
  columns: {
    'pickup.address': 'pickupAddress',
    'pickup.address.name': 'pickupBusinessName',
    'pickup.address.contactName': 'pickupFirstName',
    'pickup.address.telephone': 'pickupPhoneNumber',
    'pickup.address.description': null,
    'pickup.comments': 'pickupInstructions',
    'pickup.timeslot': 'pickupWindow',
    'pickup.after': 'pickupStartTime',
    'pickup.before': 'pickupEndTime',
    'pickup.latlong': 'pickupCoordinates',
    'dropoff.address': 'dropoffAddress',
    'dropoff.address.name': 'dropoffBusinessName',
    'dropoff.address.contactName': 'dropoffFirstName',
    'dropoff.address.telephone': 'dropoffPhoneNumber',
    'dropoff.address.description': null,
    'dropoff.comments': 'dropoffInstructions',
    'dropoff.timeslot': 'dropoffWindow',
    'dropoff.after': 'dropoffStartTime',
    'dropoff.before': 'dropoffEndTime',
    'dropoff.latlong': 'dropoffCoordinates',
    weight: 'weight',
    packages: null,
    ref: 'externalId',
    tags: 'tags',
  },
});
