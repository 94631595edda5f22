/** A dispatch strategy in documentation. */
export const optionsGroupExample = {
  id: 'opn_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  label: 'Cheapest first',
  allowedProviders: ['prv_fleet_simulator', 'prv_fleet_simulator_fast'],
  enableAutoDispatch: true,
  providerSelectionStrategy: 'cheapest' as const,
  reassignOnFailure: true,
  smartReassignment: false,
  enableMaxDeliveryFee: true,
  maxDeliveryFeeCents: 1500,
  costSplitStrategy: 'none' as const,
  costSplitMaxFixedPriceCents: null,
  costSplitMaxPercentage: null,
  leadTimeMinutes: 60,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
