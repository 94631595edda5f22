/** What a solver run returns. Times in seconds of the problem's clock, distances in metres, money in cents. */

/** Which of a job's stops is visited. */
export type VisitKind = 'delivery' | 'pickup' | 'service';

/** One visit of a route. */
export interface Visit {
  readonly job: string;
  readonly kind: VisitKind;
  readonly location: number;
  /** The vehicle gets here. */
  readonly arrival: number;
  /** Seconds of parking after the arrival. */
  readonly parking: number;
  /** Seconds between arrival and the start of the service, without pauses. */
  readonly waiting: number;
  /** Start of the service, which the time windows limit. */
  readonly start: number;
  /** Doorstep and service are done. */
  readonly departure: number;
  /** Load per dimension after the visit. */
  readonly load: readonly number[];
  /** Metres and seconds of travel from the previous place. */
  readonly distanceFromPrevious: number;
  readonly travelFromPrevious: number;
}

/** A pause as placed: `beforeVisit` is the index of the visit it precedes; the route's end has the last index. */
export interface PlacedBreak {
  /** Index in the vehicle's list of breaks. */
  readonly break: number;
  readonly start: number;
  readonly end: number;
  readonly beforeVisit: number;
  /** Taken where the vehicle was, before it drives on; otherwise after it has arrived and parked. */
  readonly beforeTravel: boolean;
}

/** Cents by kind. `total` is their sum. */
export interface Costs {
  readonly fixed: number;
  readonly distance: number;
  readonly time: number;
  readonly stops: number;
  readonly preferences: number;
  readonly balance: number;
  readonly clusters: number;
  /** For jobs that were left out for a price. */
  readonly leftOut: number;
  readonly total: number;
}

/** The route of one vehicle. */
export interface Route {
  readonly vehicle: string;
  /** The driver starts; leaving follows after the vehicle's departure delay. */
  readonly start: number;
  /** The vehicle is at its end. */
  readonly end: number;
  readonly visits: readonly Visit[];
  readonly breaks: readonly PlacedBreak[];
  /** Load per dimension when leaving the start. */
  readonly startLoad: readonly number[];
  readonly distance: number;
  readonly travelTime: number;
  readonly serviceTime: number;
  readonly waitingTime: number;
  readonly breakTime: number;
  /** Of this route: the cluster price and that of jobs left out belong to the plan as a whole and are 0 here. */
  readonly costs: Costs;
}

/** Why a job could not be placed. */
export type ReasonCode =
  | 'CAPACITY'
  | 'TIME_WINDOW'
  | 'SHIFT'
  | 'CAPABILITY'
  | 'EXCLUSION'
  | 'DISTANCE_LIMIT'
  | 'DURATION_LIMIT'
  | 'STOP_LIMIT'
  | 'ORDER_LIMIT'
  | 'SEQUENCE'
  | 'LOCK'
  | 'UNREACHABLE'
  | 'NO_VEHICLE'
  /** Leaving it out is cheaper. */
  | 'PRICE'
  /** The time was over, or the run aborted, before the job was tried, or before it was found out what prevents it. */
  | 'NOT_TRIED';

/** Something in a problem that would have to be different. Amounts are in the problem's units. */
export type Change =
  /** More capacity of a vehicle. */
  | { readonly kind: 'capacity'; readonly vehicle: string; readonly dimension: string; readonly by: number }
  /** The last window of a visit of a job ends later. */
  | { readonly kind: 'window'; readonly job: string; readonly isPickup: boolean; readonly by: number }
  /** The shift of a vehicle ends later, or one of its limits is higher. */
  | { readonly kind: Limit; readonly vehicle: string; readonly by: number }
  /** A vehicle goes out with this number of orders. */
  | { readonly kind: 'minimum'; readonly vehicle: string; readonly to: number }
  | { readonly kind: 'capabilities'; readonly vehicle: string; readonly names: readonly string[] }
  /** The job has no exclusion label. */
  | { readonly kind: 'exclusion'; readonly vehicle: string; readonly label: string }
  /** The job has no sequence priority. */
  | { readonly kind: 'priority'; readonly vehicle: string }
  | { readonly kind: 'group'; readonly group: string }
  /** The job is not locked to the vehicle. */
  | { readonly kind: 'lock'; readonly vehicle: string }
  /** The job is not locked to its position; without one, no job on the route of the vehicle is. */
  | { readonly kind: 'position'; readonly vehicle: string; readonly position: number | undefined }
  /** The job may not be left out for a price. */
  | { readonly kind: 'required' }
  /** One more vehicle; without `like`, any. */
  | { readonly kind: 'vehicle'; readonly like: string | undefined }
  /** More time for the run. */
  | { readonly kind: 'time'; readonly milliseconds: number; readonly isAborted: boolean };

/** Limits that a change raises by seconds, metres or a count. */
export type Limit = 'shift' | 'distance' | 'duration' | 'stops' | 'orders';

/** Why a job is on no route. Where several rules prevent it at once there is a reason for each. */
export interface Reason {
  readonly code: ReasonCode;
  /** Whether the rule prevents it on every vehicle even without any other job. */
  readonly alone: boolean;
  /**
   * What is enough, all of it together, for the job to be served in addition to all the others. Empty where nothing is known
   * to be enough.
   */
  readonly changes: readonly Change[];
  /** The changes in words, by the ids and in the units of the problem. */
  readonly change: string;
}

/** A job that is on no route. */
export interface Unassigned {
  readonly job: string;
  readonly reasons: readonly Reason[];
}

/** Counts of a run. */
export interface Statistics {
  readonly vehicles: number;
  readonly distance: number;
  readonly duration: number;
  readonly iterations: number;
  readonly elapsedMs: number;
}

/** A plan: at most one route per vehicle, in the problem's order of vehicles; unused vehicles have none. */
export interface Solution {
  readonly routes: readonly Route[];
  readonly unassigned: readonly Unassigned[];
  readonly costs: Costs;
  readonly statistics: Statistics;
}
