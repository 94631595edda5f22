import { time } from '../kit/format.ts';
import { can } from '../kit/me.ts';
import type { OrderRow, Stop } from '../kit/types.ts';
import { Badge, Timeline } from '../kit/ui.tsx';
import { stopFacts, stopName, stopTitle } from './stop-name.ts';

/** The stops of a route in order: who is where, the window and the numbers of the orders, with links for users who may open these. */
export function StopTimeline({
  stops,
  orders,
}: {
  stops: readonly Stop[];
  /** Orders by their ids, as far as they are known. */
  orders: ReadonlyMap<string, OrderRow>;
}) {
  return (
    <Timeline
      entries={stops.map((stop) => {
        const facts = stopFacts(stop, orders);
        const title = stopTitle(stop, orders);
        return {
          id: stop.id,
          at: time(stop.arrivalTime),
          title: (
            <>
              {stop.orders[0] && can('READ_ORDER') ? (
                <a href={`#/orders/${stop.orders[0].id}`}>{title}</a>
              ) : (
                title
              )}{' '}
              <Badge value={stop.status} />
            </>
          ),
          text: (
            <>
              {facts !== undefined && (
                <>
                  <div>{facts}</div>
                  <div>{stopName(stop)}</div>
                </>
              )}
              {stop.statusDescription && <div>{stop.statusDescription}</div>}
            </>
          ),
        };
      })}
    />
  );
}

/** The stops of a route as its map shows them, each with its number, name, address, window and time. */
export function stopsOnMap(stops: readonly Stop[], orders: ReadonlyMap<string, OrderRow>) {
  return stops.map((stop, index) => ({
    ...stop,
    title: [`${index + 1}. ${stopTitle(stop, orders)} · ${time(stop.arrivalTime)}`, stopFacts(stop, orders)]
      .filter(Boolean)
      .join('\n'),
  }));
}
