/** Differences from the established contract, with the decision behind them. */
export interface Difference {
  readonly because: string;
  /** As `differencesOf` reports them. */
  readonly found: readonly string[];
}

export const differences: readonly Difference[] = [
  {
    because: 'Decision A16: amounts and measures of orders are numbers.',
    found: [
      'order.depth is a number',
      'order.height is a number',
      'order.itemsCount is a number',
      'order.maxDeliveryFeeCents is a number',
      'order.tipAmountCents is a number',
      'order.valueCents is a number',
      'order.volume is a number',
      'order.weight is a number',
      'order.width is a number',
      'windowedOrder.deliveryWindowRequestedCapacity is a number',
      'windowedOrder.depth is a number',
      'windowedOrder.height is a number',
      'windowedOrder.itemsCount is a number',
      'windowedOrder.maxDeliveryFeeCents is a number',
      'windowedOrder.tipAmountCents is a number',
      'windowedOrder.valueCents is a number',
      'windowedOrder.volume is a number',
      'windowedOrder.weight is a number',
      'windowedOrder.width is a number',
    ],
  },
  {
    because:
      'Decision A2: the strategy `cheapest` is returned by that name, also when it was sent as `lowest_price`.',
    found: ['strategyInput.providerSelectionStrategy is "cheapest"'],
  },
  {
    because: 'Decisions A19 and B25: names of the service itself.',
    found: [
      'triggerCatalogEntry.type is "ai_invalid_pod"',
      'triggerCatalogEntry.type is "order_cutoff_time"',
      'triggerCatalogEntry.type is "measure_threshold"',
    ],
  },
  {
    because: 'A count has neither pages nor an order.',
    found: ['GET /v1/workflows/{id}/executions/count ignores limit, offset, sortBy, sortDirection'],
  },
  {
    because: "The powers of the established service's own staff are not the organization's to give.",
    found: ['POST /v1/organization-management/users ignores isNashSuperuser, isNashOperations'],
  },
  {
    because: 'Decision B20: a workflow is archived from draft or inactive, never created so.',
    found: ['POST /v1/workflows refuses status'],
  },
  {
    because: 'What a thing does not have is left out, where the contract declares it as never null.',
    found: [
      'deliveryWindow.leadTimeMinutes is absent',
      'deliveryWindow.maximumCapacity is absent',
      'deliveryWindow.minimumOrderValueCents is absent',
      'deliveryWindow.priceCents is absent',
      'deliveryWindow.rrule is absent',
      'deliveryWindow.storeLocationId is absent',
      'deliveryWindow.windowMetadata is absent',
      'deliveryWindow.zoneExternalId is absent',
      'deliveryWindow.zoneId is absent',
      'template.externalId is absent',
      'zoneRestriction.externalId is absent',
      'courier.courierlocation is absent',
      'courier.externalidentifier is absent',
      'courier.vehicleinfo is absent',
      'vehicle.externalidentifier is absent',
      'vehicle.vehicleconfig is absent',
      'vehicle.vehicleinfo is absent',
    ],
  },
  {
    because: 'Decision A19: the system cancels by no brand.',
    found: ['entityStatus is "canceled_by_system"'],
  },
  {
    because: 'Decision B25: a type of the specification that the contract does not have.',
    found: [
      'triggerCatalogEntry.value is "order_cutoff_time|Order Cutoff Time"',
      'triggerCatalogEntry.value is "measure_threshold|Measure Crosses a Threshold"',
    ],
  },
  {
    because:
      'Specification 2.4: a batch without a planned route has a path, which is no route of its own; its packages need no order.',
    found: ['route.id is null', 'stopOrder.id is null'],
  },
  {
    because: 'Terms of parcel carriers, with which the service has no accounts.',
    found: ['POST /v1/dispatch-and-manifest ignores orders[].shippingDetails'],
  },
];
