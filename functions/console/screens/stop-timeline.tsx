import { time } from '../kit/format.ts';
import type { Stop } from '../kit/types.ts';
import { Badge, Timeline } from '../kit/ui.tsx';
import { stopName } from './stop-name.ts';

/** The stops of a route in order, with links to their orders for users who may open these. */
export function StopTimeline({ stops, hasLinks }: { stops: readonly Stop[]; hasLinks: boolean }) {
  return (
    <Timeline
      entries={stops.map((stop) => ({
        id: stop.id,
        at: time(stop.arrivalTime),
        title: (
          <>
            {stop.orders[0] && hasLinks ? (
              <a href={`#/orders/${stop.orders[0].id}`}>{stopName(stop)}</a>
            ) : (
              stopName(stop)
            )}{' '}
            <Badge value={stop.status} />
          </>
        ),
        text: stop.statusDescription ?? undefined,
      }))}
    />
  );
}
