import { planOfStops } from '../engine/plan-of-stops.ts';
import { isOver, type Visit } from '../engine/visits.ts';
import { m } from '../messages/index.ts';

const SIZE = 340;

/** The stops of a tour to scale, with the driver's place: it needs no network. */
export function TourMap({
  visits,
  here,
  open,
}: {
  readonly visits: readonly Visit[];
  readonly here: { readonly lat: number; readonly lng: number } | undefined;
  readonly open: (visitId: string) => void;
}) {
  const plan = planOfStops(visits, here, SIZE);
  if (!plan) return <p class="quiet">{m.map.unknown}</p>;
  const left = plan.visits.filter(({ visit }) => !isOver(visit));
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} class="map" role="img" aria-label={m.map.title}>
      <polyline points={left.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {plan.visits.map(({ visit, x, y, number }) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: the list opens the same stops by keyboard.
        <g key={visit.id} class={isOver(visit) ? 'over' : visit.state} onClick={() => open(visit.id)}>
          <circle cx={x} cy={y} r={13} />
          <text x={x} y={y}>
            {number}
          </text>
        </g>
      ))}
      {plan.driver && <circle class="driver" cx={plan.driver.x} cy={plan.driver.y} r={8} />}
    </svg>
  );
}
