import type { Fact } from '../../insight/index.ts';
import { defineLakeTable } from '../lake-table.ts';
import { aboutColumn, minuteColumn, placeColumn, placesColumn, sumColumn } from './fact-columns.ts';

export const routesTable = defineLakeTable<Fact>({
  name: 'routes',
  description: 'Routes that came to an end: one row each.',
  columns: {
    route_id: aboutColumn('routeId', 'Id of the route'),
    ended_at: minuteColumn('Minute in which the route ended'),
    provider_id: placeColumn('provider', 'Id of the provider; null for the own fleet'),
    driver_id: placeColumn('driver', 'Id of the driver'),
    driver_group_id: placeColumn('driverGroup', 'Id of the driver group'),
    strategy_id: placeColumn('strategy', 'Id of the dispatch strategy'),
    store_ids: placesColumn('store', 'Ids of the store locations of the route'),
    stops: sumColumn('routeStops', 'Number of stops'),
    stops_completed: sumColumn('stopsDone', 'Number of completed stops'),
    stops_skipped: sumColumn('stopsSkipped', 'Number of skipped stops'),
    stops_on_time: sumColumn(
      'stopsOnTime',
      'Number of completed stops that were reached no later than five minutes after their planned time',
    ),
    planned_meters: sumColumn('plannedMeters', 'Planned driving distance'),
    planned_seconds: sumColumn(
      'comparedPlannedSeconds',
      'Planned seconds from the departure to the end; null if the plan or the drive is unknown',
      'comparedPlannedSeconds',
    ),
    driven_seconds: sumColumn(
      'drivenSeconds',
      'Seconds from the departure to the end; null if the departure is unknown',
      'drivenSeconds',
    ),
    dwell_seconds: sumColumn('dwellSeconds', 'Seconds at completed stops together'),
    driven_meters: sumColumn(
      'drivenMeters',
      "Distance from the departure to the last stop by the courier's positions; null if they do not cover it",
      'routesTracked',
    ),
  },
});
