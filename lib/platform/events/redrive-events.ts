import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, toInstant } from '../core/clock.ts';
import { mapConcurrently } from '../core/map-concurrently.ts';
import { type Entity, replace, type Shape, scanTable, type Table } from '../table/index.ts';
import { eventEntity } from './define-event.ts';
import type { Telling } from './telling.ts';

/** How much earlier than the arrival of its record in the stream an event may have occurred. Milliseconds. */
const EARLIER_MS = 15 * 60_000;

/** The stream reports arrivals in whole seconds, and clocks differ. Milliseconds. */
const LATER_MS = 60_000;

/** Writes at the same time. */
const WIDTH = 25;

/**
 * Delivers the events again whose records reached the table's stream between the instants `from` and `to`:
 * those of that time or up to a quarter of an hour before. Each is written again unchanged, which puts it
 * into the stream once more; workers handle repeated events safely. Returns their number.
 */
export async function redriveEvents(
  deps: {
    readonly table: Table;
    readonly client: DynamoDBDocumentClient;
    readonly tableName: string;
    readonly clock: Clock;
    /** Items that are events themselves. */
    readonly telling: readonly Telling[];
  },
  arrived: { readonly from: string; readonly to: string },
  /** Parts of the table that are read at the same time. */
  segments = 1,
): Promise<number> {
  const range = {
    from: toInstant(Date.parse(arrived.from) - EARLIER_MS),
    to: toInstant(Date.parse(arrived.to) + LATER_MS),
  };
  const events = { entity: eventEntity as unknown as Entity<Shape>, field: 'occurredAt', isReadable: true };
  const kinds = [events, ...deps.telling.map(({ entity, at }) => ({ entity, field: at, isReadable: false }))];
  const parts = Array.from({ length: segments }, (_, segment) => ({ segment, segments }));
  let redriven = 0;
  await mapConcurrently(parts, segments, async (part) => {
    for await (const found of scanTable(deps, kinds, range, part)) {
      // A lost race means that another writer has just written it again.
      await mapConcurrently(found, WIDTH, ({ entity, stored }) =>
        deps.table.write([replace(entity, stored, stored.value)]),
      );
      redriven += found.length;
    }
  });
  return redriven;
}
