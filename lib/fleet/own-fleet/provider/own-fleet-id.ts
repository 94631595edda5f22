/** The provider for the organization's own couriers. */
export const OWN_FLEET = Object.freeze({ id: 'prv_own_fleet', name: 'Own fleet' });
