import type { Stop } from '../kit/types.ts';

/** A route under way. */
export interface Running {
  readonly id: string;
  readonly name: string | null;
  readonly externalId: string | null;
  readonly status: string;
  readonly isLate: boolean;
  readonly courier: { readonly firstName: string | null; readonly lastName: string | null } | null;
  readonly vehicle: { readonly licensePlate: string | null } | null;
  readonly providerName: string | null;
  readonly plannedDeparture: string | null;
  readonly actualDeparture: string | null;
  readonly plannedCompletion: string | null;
  readonly progress: { readonly stops: number; readonly stopsCompleted: number; readonly fraction: number };
  readonly position: Position | null;
  readonly exceptions: {
    readonly needsTriage: number;
    readonly acknowledged: number;
    readonly worst: string | null;
  };
  readonly display: readonly { readonly field: string; readonly value: string | null }[];
  readonly stops?: readonly Pick<
    Stop,
    'id' | 'status' | 'stopType' | 'location' | 'arrivalTime' | 'plannedArrivalTime'
  >[];
}

/** A day of routes in figures. */
export interface Summary {
  readonly routes: {
    readonly total: number;
    readonly underWay: number;
    readonly completed: number;
    readonly late: number;
  };
  readonly stops: number;
  readonly stopsCompleted: number;
  readonly onTimeFraction: number | null;
  readonly drivers: { readonly total: number; readonly live: number };
  readonly exceptions: { readonly needsTriage: number; readonly acknowledged: number };
}

/** Where a courier was last. */
export interface Position {
  readonly lat: number;
  readonly lng: number;
  readonly updatedAt: string;
  readonly isLive: boolean;
}
