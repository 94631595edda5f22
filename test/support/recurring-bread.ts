/** A recurring order in replies. */
export interface Recurring {
  readonly id: string;
  readonly occurrences: readonly {
    readonly date: string;
    readonly status: string;
    readonly orderId: string | null;
    readonly orderStatus: string | null;
  }[];
}

/** The body of a recurring order that begins this many days from now, and is created three days ahead. */
export function recurringBread(inDays: number, rrule: string) {
  return {
    name: 'Bread',
    startDate: new Date(Date.now() + inDays * 86_400_000).toISOString().slice(0, 10),
    rrule,
    timezoneId: 'UTC',
    times: { dropoffStart: '09:00', dropoffEnd: '11:00' },
    order: {
      externalId: 'bread',
      pickupBusinessName: 'Bakery',
      pickupPhoneNumber: '+14155550100',
      pickupAddress: '1 Mission Street, San Francisco, CA 94105',
      dropoffFirstName: 'Ada',
      dropoffPhoneNumber: '+14155550101',
      dropoffAddress: '900 Market Street, San Francisco, CA 94103',
      valueCents: 2_590,
    },
    daysAhead: 3,
  };
}
