/** What numbers can be split and filtered by. Each value is a set: an order may touch two stores and have any number of tags. */
export const DIMENSIONS = Object.freeze([
  'store',
  'zone',
  'provider',
  'driverGroup',
  'driver',
  'strategy',
  'tag',
  'workflow',
  'currency',
  'hour',
] as const);

export type Dimension = (typeof DIMENSIONS)[number];

/** Dimensions that callers can name, with what a value of each is. `currency` has a parameter of its own. */
export const NAMED_DIMENSIONS = Object.freeze({
  store: 'Id of a store location at which the delivery starts or ends.',
  zone: 'Id of a zone that covered the dropoff when the number was recorded.',
  provider: 'Id of the provider.',
  driverGroup: 'Id of the driver group of the route.',
  driver: "Id of the own fleet's driver.",
  strategy: 'Id of the dispatch strategy; none for the default of the service.',
  tag: 'A tag of the order or the job.',
  workflow: 'Id of a workflow that ran, or that ran for the order or the job.',
}) satisfies Partial<Record<Dimension, string>>;

export type NamedDimension = keyof typeof NAMED_DIMENSIONS;

/** The values of a fact or a cell by dimension; a dimension without a value is absent. */
export type Places = Readonly<Partial<Record<Dimension, readonly string[]>>>;

/** Splits by time, in the time zone of the organization. */
export const TIME_GROUPS = Object.freeze(['day', 'week', 'month', 'weekday', 'hour'] as const);

export type TimeGroup = (typeof TIME_GROUPS)[number];
