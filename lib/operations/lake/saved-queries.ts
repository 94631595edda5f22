/** A query about the tables of the data lake, in SQL that Athena and DuckDB understand. */
export interface SavedQuery {
  readonly name: string;
  readonly description: string;
  /** Contains `ORGANIZATION`, `FIRST_DAY` and `LAST_DAY` in the place of values. */
  readonly sql: string;
}

const PERIOD = `organization = 'ORGANIZATION' AND day BETWEEN 'FIRST_DAY' AND 'LAST_DAY'`;

/** Queries that an installation comes with: examples of what the measures do not answer. */
export const SAVED_QUERIES: readonly SavedQuery[] = Object.freeze([
  {
    name: 'providers-by-zone-and-hour',
    description:
      'Deliveries, their lateness and cost by provider, zone of the dropoff and hour of the day in UTC.',
    sql: `SELECT provider_id, zone_id, extract(hour FROM ended_at) AS hour_utc, currency,
  count(*) AS deliveries,
  round(avg(CASE WHEN late_seconds IS NULL THEN NULL WHEN late_seconds = 0 AND early_seconds = 0 THEN 1e0 ELSE 0e0 END), 3) AS share_on_time,
  round(avg(late_seconds) / 60.0, 1) AS minutes_late_on_average,
  round(avg(cost_cents), 0) AS cents_on_average
FROM attempts
CROSS JOIN UNNEST(zone_ids) AS zones (zone_id)
WHERE ${PERIOD} AND outcome = 'delivered'
GROUP BY 1, 2, 3, 4
ORDER BY deliveries DESC, 1, 2, 3, 4`,
  },
  {
    name: 'what-failed-attempts-cost',
    description:
      'Orders that needed more than one attempt, by store: what their failed attempts cost, and how much later they came than orders that needed one.',
    sql: `WITH packages AS (
  SELECT order_id, currency,
    count(*) AS attempts,
    max(CASE WHEN outcome = 'delivered' THEN delivery_seconds END) AS delivery_seconds,
    sum(CASE WHEN outcome = 'delivered' THEN 0 ELSE cost_cents END) AS failed_cents
  FROM attempts
  WHERE ${PERIOD} AND order_id IS NOT NULL
  GROUP BY order_id, currency
), starts AS (
  SELECT order_id, store_id
  FROM orders
  CROSS JOIN UNNEST(store_ids) AS stores (store_id)
  WHERE ${PERIOD} AND occurrence = 'created'
)
SELECT store_id, currency,
  count(*) AS orders,
  sum(CASE WHEN attempts > 1 THEN 1 ELSE 0 END) AS with_several_attempts,
  sum(failed_cents) AS failed_cents,
  round(avg(CASE WHEN attempts > 1 THEN delivery_seconds END) / 60.0, 1) AS minutes_with_several,
  round(avg(CASE WHEN attempts = 1 THEN delivery_seconds END) / 60.0, 1) AS minutes_with_one
FROM starts
JOIN packages ON packages.order_id = starts.order_id
GROUP BY 1, 2
ORDER BY failed_cents DESC, 1, 2`,
  },
  {
    name: 'where-drivers-wait',
    description:
      'Time at stops by driver group, kind of stop and hour of arrival in UTC, and by how much drivers were behind their plan there.',
    sql: `SELECT routes.driver_group_id, stops.stop_type, extract(hour FROM stops.arrived_at) AS hour_utc,
  count(*) AS stops,
  round(avg(stops.dwell_seconds) / 60.0, 1) AS minutes_on_average,
  max(stops.dwell_seconds) AS seconds_at_most,
  round(avg(date_diff('second', stops.planned_arrival_at, stops.arrived_at)) / 60.0, 1) AS minutes_behind_plan
FROM stops
JOIN routes ON routes.route_id = stops.route_id AND routes.organization = stops.organization AND routes.day = stops.day
WHERE stops.organization = 'ORGANIZATION' AND stops.day BETWEEN 'FIRST_DAY' AND 'LAST_DAY'
  AND routes.organization = 'ORGANIZATION' AND routes.day BETWEEN 'FIRST_DAY' AND 'LAST_DAY'
  AND stops.arrived_at IS NOT NULL
GROUP BY 1, 2, 3
ORDER BY stops DESC, 1, 2, 3`,
  },
]);
