/** English texts: what is enough for an order that a plan left out. */
export const texts = {
  remedy: {
    title: 'What changes',
    what: 'Value',
    present: 'Present',
    next: 'New',
    apply: 'Change and plan again',
    applied: 'Changed. The orders are planned again.',
    undone: 'The change is undone. Plan again to see the orders without it.',
    thenPlanned: 'Then the orders of this run are planned again, and its saved routes with them.',
    outdated: (name: string) =>
      `${name} has been changed since this run, so the remedy may no longer fit. Plan again.`,
    spares: 'Another vehicle:',
    spare: (name: string, driver: string | null) => (driver ? `Use ${name} (${driver})` : `Use ${name}`),
    spareHelp: 'Plans again with this vehicle as well. Nothing is changed until the routes are saved.',
    plannedWith: (name: string) => `Planning again with ${name}. Save the routes to keep the plan.`,
    noSpare: 'None of the other vehicles is free at that time and could take it.',
    addVehicle: 'Add a vehicle',
    plannedAgain: 'Planning again. Save the routes to keep the plan.',
    fields: {
      dropoffEndTime: 'End of the delivery window',
      pickupEndTime: 'End of the pickup window',
      plannedEnd: 'End of the shift',
      weight: 'Weight limit',
      maxDistance: 'Distance limit',
      maxDuration: 'Duration limit (hours)',
      maxStops: 'Stop limit',
      capabilities: 'Capabilities',
      mxLabel: 'Mutually exclusive label',
      leaveOutCents: 'Price of leaving it out',
    },
  },
};
