import {
  CalculateRouteMatrixCommand,
  CalculateRoutesCommand,
  GeoRoutesClient,
} from '@aws-sdk/client-geo-routes';
import { MAP_TIME_LIMITS } from '../../platform/core/aws-time-limits.ts';
import type { Point } from '../../platform/core/geography.ts';
import { encodePolyline } from './encode-polyline.ts';
import { estimatedTravel } from './estimate.ts';
import { stretches, tiledMatrix } from './tiles.ts';
import {
  type Travel,
  type TravelConditions,
  TravelFailure,
  type TravelLeg,
  type TravelProfile,
  UNREACHABLE_SECONDS,
} from './travel.ts';

/** Origin, destination and 23 waypoints. */
const MAX_POINTS = 25;

/** Origins by destinations of one request, within a circle that the service draws itself. */
const TILE = 100;

/** The circle around all points may measure 200 km, margin included. */
const BOUNDARY = { Geometry: { AutoCircle: { Margin: 10_000, MaxRadius: 190_000 } } };

const TIMEOUT_MS = 20_000;

type Mode = 'Car' | 'Truck' | 'Scooter';
const MODES: Readonly<Record<Exclude<TravelProfile, 'straight-line'>, Mode>> = {
  car: 'Car',
  truck: 'Truck',
  // The service has no bicycle; for a scooter it avoids motorways as well.
  bike: 'Scooter',
};

/** Travel on the roads of Amazon Location, with the traffic of the departure. Straight lines are estimated. */
export function amazonLocationTravel(
  client: Pick<GeoRoutesClient, 'send'> = new GeoRoutesClient(MAP_TIME_LIMITS),
): Travel {
  const straight = estimatedTravel();
  const options = () => ({ abortSignal: AbortSignal.timeout(TIMEOUT_MS) });
  return Object.freeze({
    name: 'amazon-location',
    isEstimate: false,
    async route(points: readonly Point[], conditions: TravelConditions) {
      if (conditions.profile === 'straight-line') return straight.route(points, conditions);
      const legs: TravelLeg[] = [];
      const way: Point[] = [];
      for (const part of stretches(points, MAX_POINTS)) {
        const command = new CalculateRoutesCommand({
          ...question(conditions),
          Origin: position(part[0]!),
          Destination: position(part.at(-1)!),
          Waypoints: part.slice(1, -1).map((point) => ({ Position: position(point) })),
          LegGeometryFormat: 'Simple',
        });
        const { Routes } = await told(() => client.send(command, options()));
        const found = Routes?.[0]?.Legs ?? [];
        if (found.length < part.length - 1)
          throw new TravelFailure('Amazon Location finds no road through the points.');
        for (const { Geometry, VehicleLegDetails } of found) {
          const { Distance = 0, Duration = 0 } = VehicleLegDetails?.Summary?.Overview ?? {};
          legs.push({ seconds: Math.round(Duration), meters: Math.round(Distance) });
          way.push(...(Geometry?.LineString ?? []).map(([lng = 0, lat = 0]) => ({ lat, lng })));
        }
      }
      return { legs, polyline: encodePolyline(way) };
    },
    async matrix(points: readonly Point[], conditions: TravelConditions, ends: readonly Point[] = points) {
      if (conditions.profile === 'straight-line') return straight.matrix(points, conditions, ends);
      return tiledMatrix(points, ends, TILE, async (origins, destinations) => {
        const command = new CalculateRouteMatrixCommand({
          ...question(conditions),
          Origins: origins.map((point) => ({ Position: position(point) })),
          Destinations: destinations.map((point) => ({ Position: position(point) })),
          RoutingBoundary: BOUNDARY,
        });
        const { RouteMatrix = [] } = await told(() => client.send(command, options()));
        const cells = (RouteMatrix ?? []).flat();
        return {
          seconds: cells.map(({ Duration, Error: error }) =>
            error || Duration === undefined ? UNREACHABLE_SECONDS : Math.round(Duration),
          ),
          meters: cells.map(({ Distance, Error: error }) =>
            error || Distance === undefined ? UNREACHABLE_SECONDS : Math.round(Distance),
          ),
        };
      });
    },
  });
}

/** Outages and refusals of the service as one kind of failure. */
async function told<Reply>(ask: () => Promise<Reply>): Promise<Reply> {
  try {
    return await ask();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TravelFailure(`Amazon Location could not be reached: ${why}`, { cause });
  }
}

function position({ lat, lng }: Point): [number, number] {
  return [lng, lat];
}

/** The part of a request that the conditions determine. The service expects centimetres and kilograms. */
function question({ profile, departAt, truck, avoid = [] }: TravelConditions) {
  const centimetres = (meters: number | undefined) =>
    meters === undefined ? undefined : Math.round(meters * 100);
  const size = {
    Height: centimetres(truck?.heightMeters),
    Length: centimetres(truck?.lengthMeters),
    Width: centimetres(truck?.widthMeters),
    GrossWeight: truck?.weightKilograms === undefined ? undefined : Math.round(truck.weightKilograms),
    AxleCount: truck?.axleCount,
    Trailer: truck?.trailerCount === undefined ? undefined : { TrailerCount: truck.trailerCount },
  };
  return {
    TravelMode: MODES[profile === 'straight-line' ? 'car' : profile],
    ...(profile === 'truck' && truck ? { TravelModeOptions: { Truck: size } } : {}),
    ...(departAt === undefined ? {} : { DepartureTime: departAt }),
    ...(avoid.length === 0
      ? {}
      : {
          Avoid: {
            Areas: avoid.map((area) => ({
              Geometry: { Polygon: [[...area, ...area.slice(0, 1)].map(position)] },
            })),
          },
        }),
  };
}
