/** The demo's stories: what each order's provider is told to do, and how many orders there are of it. */
export const STORIES = [
  { name: 'plain', count: 10, strategy: 'plain', requirements: [] },
  { name: 'first provider fails', count: 4, strategy: 'failover', requirements: [] },
  { name: 'first provider refuses', count: 2, strategy: 'faulty', requirements: ['custom:simulate:refuse'] },
  { name: 'answers twice', count: 2, strategy: 'faulty', requirements: ['custom:simulate:answer-twice'] },
  { name: 'answers late', count: 1, strategy: 'faulty', requirements: ['custom:simulate:answer-late'] },
  { name: 'out of order', count: 1, strategy: 'faulty', requirements: ['custom:simulate:out-of-order'] },
] as const;

export type Story = (typeof STORIES)[number];

/** Providers of each strategy, in the order in which they are asked. */
export const STRATEGIES: Readonly<Record<Story['strategy'], readonly string[]>> = {
  plain: ['FleetSimulatorFast'],
  failover: ['FailingFleetSimulator', 'FleetSimulatorFast'],
  faulty: ['FaultyFleetSimulator', 'FleetSimulatorFast'],
};

/** An order across San Francisco that is dispatched at once. */
export function demoOrder(story: Story, index: number, run: string, dispatchStrategyId: string): object {
  // Southwards, and from the north again before the city ends.
  const shift = (index % 25) * 0.002;
  return {
    externalId: `demo-${run}-${index}`,
    deliveryMode: 'now',
    dispatchStrategyId,
    requirements: story.requirements,
    description: `Demo order ${index + 1}: ${story.name}`,
    valueCents: 2500 + index * 100,
    currency: 'USD',
    itemsCount: 1,
    tags: ['demo'],
    pickupBusinessName: 'Demo Bakery',
    pickupPhoneNumber: '+14155550100',
    pickupAddressNumber: '1',
    pickupAddressFormattedStreet: '1 Ferry Building',
    pickupAddressCity: 'San Francisco',
    pickupAddressState: 'CA',
    pickupAddressZip: '94111',
    pickupAddressCountry: 'US',
    pickupLat: 37.7955,
    pickupLng: -122.3937,
    dropoffFirstName: 'Guest',
    dropoffLastName: String(index + 1),
    dropoffPhoneNumber: '+14155550101',
    dropoffAddressNumber: String(100 + index),
    dropoffAddressFormattedStreet: `${100 + index} Valencia St`,
    dropoffAddressCity: 'San Francisco',
    dropoffAddressState: 'CA',
    dropoffAddressZip: '94103',
    dropoffAddressCountry: 'US',
    dropoffLat: 37.7694 - shift,
    dropoffLng: -122.4222,
  };
}
