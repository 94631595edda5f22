/** The parts of the API's replies that several screens read; `test/unit/functions/console` compares them with its document. */

export interface Page<Row> {
  readonly results: readonly Row[];
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly timeZone: string;
  readonly currency: string;
  readonly version: number;
  readonly preferences: {
    readonly distanceUnit: 'kilometers' | 'miles';
    readonly routesEnabled: boolean;
    readonly executeEnabled: boolean;
    readonly executeViews: { readonly map: boolean; readonly timeline: boolean; readonly kpiCards: boolean };
    readonly autoDispatchRoutesOnCreation: boolean;
    readonly editRoutesAfterDispatch: boolean;
    readonly driversResequence: boolean;
    readonly driversStartShifts: boolean;
    readonly minimumAge: number;
    readonly driverDuties: readonly string[];
    readonly driverCallNumber: string | null;
    readonly createUnknownStores: boolean;
    readonly maxDistanceMiles: number | null;
    readonly addressPrecision: string;
    readonly routingLayout: 'cards' | 'grid';
    readonly dateRangePresets: readonly string[];
    readonly displayFields: readonly string[];
    readonly archiveReasonRequired: boolean;
  };
}

export interface Side {
  readonly businessName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly address: string | null;
  readonly city: string | null;
  readonly startTime?: string | null;
  readonly endTime?: string | null;
  readonly lat?: number | null;
  readonly lng?: number | null;
}

export interface OrderRow {
  readonly id: string;
  readonly externalId: string | null;
  readonly status: string;
  /** Status of its delivery; null before it is dispatched. */
  readonly deliveryStatus: string | null;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly valueCents: number | null;
  readonly currency: string | null;
  readonly pickup: Side;
  readonly dropoff: Side;
  readonly routeId: string | null;
  readonly itemsCount: number | null;
  /** Kilograms. */
  readonly weight: number | null;
}

export interface Store {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly pickupInstructions: string | null;
  readonly timezoneId: string;
  readonly tags: readonly string[];
  readonly prepTimeMinutes: number | null;
  readonly operatingHours: Readonly<
    Record<string, { readonly shifts: readonly (readonly [string, string])[] }>
  > | null;
  readonly blackoutDates: readonly string[];
  readonly createdAt: string;
  readonly version: number;
  readonly location: {
    readonly street: string | null;
    readonly number: string | null;
    readonly city: string | null;
    readonly state: string | null;
    readonly postalCode: string | null;
    readonly country: string | null;
    readonly latitude: number | null;
    readonly longitude: number | null;
  };
}

export interface Stop {
  readonly id: string;
  readonly stopType: string;
  readonly objectIds: readonly string[];
  readonly location: { readonly lat: number; readonly lng: number } | null;
  readonly status: string;
  readonly statusDescription: string | null;
  readonly arrivalTime: string | null;
  readonly plannedArrivalTime: string | null;
  readonly departTime: string | null;
  readonly metadata?: Readonly<Record<string, unknown>> | null;
  readonly orders: readonly {
    readonly id: string;
    readonly externalId: string | null;
    readonly deliveryStatus: string | null;
  }[];
}

export interface Route {
  readonly id: string;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly status: string;
  readonly statusHistory: readonly { readonly created_at: string; readonly status: string }[];
  readonly isDispatched: boolean;
  readonly archivedAt: string | null;
  readonly courier: {
    readonly id: string;
    readonly firstName: string | null;
    readonly lastName: string | null;
    readonly phoneNumber: string | null;
  } | null;
  readonly courierPosition: { readonly lat: number; readonly lng: number; readonly updatedAt: string } | null;
  readonly vehicle: {
    readonly id: string;
    readonly licensePlate: string | null;
    readonly type: string | null;
  } | null;
  readonly driverGroup: { readonly id: string; readonly externalId: string | null } | null;
  readonly providerName: string | null;
  readonly plannedDeparture: string | null;
  readonly plannedCompletion: string | null;
  readonly timesOutOfDate: boolean;
  readonly encodedPolyline: string | null;
  readonly stops: readonly Stop[];
  readonly version: number;
  readonly metrics?: { readonly distance: number; readonly duration: number; readonly orders: number };
  readonly health?: {
    readonly violations: readonly {
      readonly id: string;
      readonly type: string;
      readonly stopId: string | null;
      readonly name: string | null;
      readonly amount: number;
      readonly unit: string;
      readonly acknowledgedAt: string | null;
    }[];
  };
}

export interface RouteRow {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly status: string;
  readonly isDispatched: boolean;
  readonly archivedAt: string | null;
  readonly courierId: string | null;
  readonly providerName: string | null;
  readonly plannedDeparture: string | null;
  readonly plannedCompletion: string | null;
  readonly timesOutOfDate: boolean;
  readonly stopCount: number;
  readonly stopsCompleted: number;
  readonly orderCount: number;
  readonly violationCount: number;
}

export interface Quote {
  readonly id: string;
  readonly providerId: string;
  readonly providerName: string;
  readonly totalPriceCents: number;
  readonly currency: string;
  readonly pickupWindow: string | null;
  readonly dropoffEta: string | null;
  readonly expireTime: string | null;
  readonly tags: readonly string[];
  /** 1 = the strategy's choice. */
  readonly rank: number | null;
  readonly isSuccessful: boolean;
  readonly errorMessage: string | null;
}
