/**
 * Vocabulary of the routing problem. Every quantity is an integer: seconds (of any common clock, for instance
 * since local midnight of the planned day), metres, cents, and load units of the caller's choice.
 */

/** Travel time that marks an arc as impassable. Any entry at or above it means "cannot be driven". */
export const UNREACHABLE = 1_000_000_000;

/** Largest quantity: 1e9 of anything, so that sums over 5,000 jobs stay exact. As a limit it is none. */
export const LARGEST_QUANTITY = 1_000_000_000;

/** Latest time of a problem's clock, in seconds (about 23 years): sums of two times stay exact everywhere. */
export const LATEST_TIME = 750_000_000;

/** Highest assignment priority: a job of priority 3 is served before any number of jobs of lower priority. */
export const HIGHEST_PRIORITY = 3;

/** Highest sequence priority; lower numbers are visited earlier. */
export const HIGHEST_SEQUENCE_PRIORITY = 499;

/** Way of moving; each names the travel table a vehicle uses. */
export const PROFILES = Object.freeze(['car', 'truck', 'bike', 'straight-line'] as const);

export type Profile = (typeof PROFILES)[number];

/** Closed interval, in seconds, in which something may start. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** Speed of traffic in a part of the day, in percent of the table's speed. Outside all periods it is 100. */
export interface SpeedPeriod {
  readonly from: number;
  readonly to: number;
  readonly percent: number;
}

/**
 * Travel between all locations for one profile, row-major (`durations[from * count + to]`), seconds and metres.
 * With `speedPeriods` a trip covers its duration piecewise at the speed of each period it crosses, so that who
 * leaves later never arrives earlier (Ichoua, Gendreau and Potvin 2003).
 */
export interface TravelTable {
  readonly durations: ArrayLike<number>;
  readonly distances: ArrayLike<number>;
  readonly speedPeriods?: readonly SpeedPeriod[];
}

/** Point on the globe, degrees. */
export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

/** Source of travel tables: an estimate, a road network, a provider. Called once per profile in use. */
export type TravelModel = (profile: Profile, locations: readonly Coordinates[]) => TravelTable;

/** One place to be visited for a job. */
export interface StopInput {
  /** Index of the location. */
  readonly location: number;
  /** Seconds of service, default 0. */
  readonly service?: number;
  /** Seconds from the parked vehicle to the door and back, added to the service, default 0. */
  readonly doorstep?: number;
  /** Intervals in which the service may start, ascending and disjoint; default any time. */
  readonly windows?: readonly TimeWindow[];
  /** Visits of one label follow one another on a route: together they are one stop of it. */
  readonly together?: string;
}

/** A capability that a job prefers, and the price of each one that is missing. */
export interface Preference {
  readonly capability: string;
  readonly penaltyCents: number;
}

/** Keeps a job on a vehicle, and optionally at a place of its route. */
export interface Lock {
  readonly vehicle: string;
  /** Number of visits before it on the route; for a pair, before its pickup. */
  readonly position?: number;
  /** Number of visits before the delivery of a pair. */
  readonly deliveryPosition?: number;
}

interface JobInputCommon {
  readonly id: string;
  /** Load per capacity dimension of the problem, default all 0. A service stop carries none. */
  readonly load?: readonly number[];
  /** Capabilities the vehicle must have. */
  readonly requires?: readonly string[];
  /** Capabilities the vehicle should have. */
  readonly prefers?: readonly Preference[];
  /** Assignment priority 0 to 3; one job of a higher priority outweighs all jobs of lower ones. Default 0. */
  readonly priority?: number;
  /**
   * 0 to 499. The job is visited before every job of the same route and the same group (without a group: before every
   * other job without a group) that has a higher number. For a pair, the number orders its delivery.
   */
  readonly sequencePriority?: number;
  /** Jobs of one group are served by one route. */
  readonly sequenceGroup?: string;
  /** Jobs of one label are never on the same route. */
  readonly exclusionLabel?: string;
  /** Jobs of one label should be on one route; each further route costs the problem's `clusterPenaltyCents`. */
  readonly clusterLabel?: string;
  readonly lock?: Lock;
  /** Cents for which the job may be left out. Without it, the job is left out only where it does not fit. */
  readonly leaveOutCents?: number;
}

/** Goods brought from the vehicle's start to a stop; on board already when `onBoard` names the vehicle. */
export interface DeliveryInput extends JobInputCommon {
  readonly kind: 'delivery';
  readonly stop: StopInput;
  readonly onBoard?: string;
}

/** Goods taken from a stop to the vehicle's end. */
export interface PickupInput extends JobInputCommon {
  readonly kind: 'pickup';
  readonly stop: StopInput;
}

/** A stop without goods. */
export interface ServiceInput extends JobInputCommon {
  readonly kind: 'service';
  readonly stop: StopInput;
}

/** Goods taken from one stop to a later stop of the same route. */
export interface PairInput extends JobInputCommon {
  readonly kind: 'pair';
  readonly pickup: StopInput;
  readonly delivery: StopInput;
}

/** Any of the four kinds of job. */
export type JobInput = DeliveryInput | PickupInput | ServiceInput | PairInput;

/** Pause of the driver between two activities: it never interrupts travel or service. */
export type BreakInput =
  | {
      /** Begins in this window. Applies only to a route that starts no later than the window ends and ends after it. */
      readonly kind: 'window';
      readonly window: TimeWindow;
      readonly duration: number;
    }
  | {
      /** No stretch of more than `after` seconds without a pause of at least `duration` seconds. */
      readonly kind: 'after-work';
      readonly after: number;
      readonly duration: number;
    };

/** What a used vehicle costs. */
export interface VehicleCostInput {
  /** Cents for using it at all, default 0. */
  readonly fixedCents?: number;
  /** Cents per 1,000 metres, default 0. */
  readonly centsPerKilometre?: number;
  /** Cents per 3,600 seconds from start to end, default 0. */
  readonly centsPerHour?: number;
  /** Cents per stop: consecutive visits at one location are one stop. Default 0. */
  readonly centsPerStop?: number;
}

/** A vehicle and its driver's shift: drives at most one route. */
export interface VehicleInput {
  readonly id: string;
  /** Index of the location it leaves from; without it, it appears at its first stop. */
  readonly start?: number;
  /** Index of the location it ends at; without it, it ends at its last stop. */
  readonly end?: number;
  /** The route starts and ends within; default any time. */
  readonly shift?: TimeWindow;
  readonly breaks?: readonly BreakInput[];
  /** Capacity per dimension of the problem; default unlimited, as a billion or more is here and in the other limits. */
  readonly capacity?: readonly number[];
  readonly capabilities?: readonly string[];
  /** Default `car`. */
  readonly profile?: Profile;
  /** Speed in percent of the profile's travel table, default 100. */
  readonly speedPercent?: number;
  /** Maximum number of stops (consecutive visits at one location are one), default unlimited. */
  readonly maxStops?: number;
  /** Maximum distance in metres, default unlimited. */
  readonly maxDistance?: number;
  /** Maximum seconds from start to end, default unlimited. */
  readonly maxDuration?: number;
  /** Fewest orders if it is used at all, default 0. */
  readonly minOrders?: number;
  /** Maximum number of orders, default unlimited. */
  readonly maxOrders?: number;
  readonly cost?: VehicleCostInput;
  /** Seconds to park at each stop that is not where the vehicle already is, default 0. */
  readonly parkingTime?: number;
  /** Seconds between the start of the route and leaving the start location, default 0. */
  readonly departureDelay?: number;
  /**
   * Weight of the problem's balance for this vehicle's route, in percent: at half of it, the route takes about twice as
   * much. Default 100.
   */
  readonly balancePercent?: number;
}

/** Route to start from: jobs in visiting order. A pair appears twice, pickup first. */
export interface InitialRouteInput {
  readonly vehicle: string;
  readonly jobs: readonly string[];
}

/** The measures by which routes can be balanced. */
export const BALANCED_BY = Object.freeze(['orders', 'distance', 'duration'] as const);

/**
 * Evens out the routes: each used route costs `weightCents` times the square of its measure, times the `balancePercent` of its
 * vehicle.
 */
export interface Balance {
  /** Orders; or distance in kilometres; or duration in hours. */
  readonly by: (typeof BALANCED_BY)[number];
  readonly weightCents: number;
}

/**
 * `as-needed`: a vehicle is used when that is cheaper. `fewest`: as few vehicles as possible, then lowest cost.
 * `all`: as many vehicles as possible, then lowest cost.
 */
export const FLEET_USES = Object.freeze(['as-needed', 'fewest', 'all'] as const);

export type FleetUse = (typeof FLEET_USES)[number];

/** What `defineProblem` takes. */
export interface ProblemInput {
  /** Travel tables by profile, or a model with the coordinates to ask it for. */
  readonly travel:
    | { readonly locationCount: number; readonly tables: Readonly<Partial<Record<Profile, TravelTable>>> }
    | { readonly model: TravelModel; readonly locations: readonly Coordinates[] };
  readonly jobs: readonly JobInput[];
  readonly vehicles: readonly VehicleInput[];
  /** Names of the load dimensions, for instance weight, volume, items. Default none. */
  readonly dimensions?: readonly string[];
  readonly initialRoutes?: readonly InitialRouteInput[];
  readonly fleetUse?: FleetUse;
  readonly balance?: Balance;
  /** Cents for each route beyond the first that serves a cluster label, default 0. */
  readonly clusterPenaltyCents?: number;
}

/** A validated stop with every field filled in. Without windows it has the one from 0 to `LATEST_TIME`. */
export interface Stop {
  readonly location: number;
  readonly service: number;
  readonly doorstep: number;
  readonly windows: readonly TimeWindow[];
  readonly together: string | undefined;
}

/** Kinds of a job. */
export const JOB_KINDS = Object.freeze(['delivery', 'pickup', 'service', 'pair'] as const);

/** A validated job: its kind decides which of its stops it has. */
export interface Job {
  readonly id: string;
  readonly kind: (typeof JOB_KINDS)[number];
  /** The only stop, or the delivery of a pair. */
  readonly stop: Stop;
  /** The pickup of a pair. */
  readonly pickup: Stop | undefined;
  readonly load: readonly number[];
  readonly requires: readonly string[];
  readonly prefers: readonly Preference[];
  readonly priority: number;
  readonly sequencePriority: number | undefined;
  readonly sequenceGroup: string | undefined;
  readonly exclusionLabel: string | undefined;
  readonly clusterLabel: string | undefined;
  readonly lock: Lock | undefined;
  readonly leaveOutCents: number | undefined;
  /** Id of the vehicle that already carries its goods. */
  readonly onBoard: string | undefined;
}

/** A validated vehicle; a limit that was not given is `Infinity`. */
export interface Vehicle {
  readonly id: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly shift: TimeWindow;
  readonly breaks: readonly BreakInput[];
  readonly capacity: readonly number[];
  readonly capabilities: readonly string[];
  readonly profile: Profile;
  readonly speedPercent: number;
  readonly maxStops: number;
  readonly maxDistance: number;
  readonly maxDuration: number;
  readonly minOrders: number;
  readonly maxOrders: number;
  readonly cost: Required<VehicleCostInput>;
  readonly parkingTime: number;
  readonly departureDelay: number;
  readonly balancePercent: number;
}

/** A validated, deeply frozen problem. Made by `defineProblem` only. */
export interface Problem {
  readonly locationCount: number;
  readonly travel: Readonly<Partial<Record<Profile, TravelTable>>>;
  readonly dimensions: readonly string[];
  readonly jobs: readonly Job[];
  readonly vehicles: readonly Vehicle[];
  readonly initialRoutes: readonly InitialRouteInput[];
  readonly fleetUse: FleetUse;
  readonly balance: Balance | undefined;
  readonly clusterPenaltyCents: number;
}
