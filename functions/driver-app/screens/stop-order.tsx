import { useState } from 'preact/hooks';
import type { Tour, Visit } from '../engine/visits.ts';
import { m } from '../messages/index.ts';
import type { Act } from './act.ts';

/** Lets the driver put the open stops of a route into another order. */
export function StopOrder({
  tour,
  act,
  close,
}: {
  readonly tour: Tour;
  readonly act: Act;
  readonly close: () => void;
}) {
  const [order, setOrder] = useState<readonly Visit[]>(() => tour.visits.filter(mayMove));
  const up = (index: number) => {
    const next = [...order];
    next.splice(index - 1, 0, ...next.splice(index, 1));
    setOrder(next);
  };
  return (
    <div class="card">
      <h2>{m.order.title}</h2>
      <ol class="visits">
        {order.map((visit, index) => (
          <li key={visit.id} class="row">
            <span>{visit.place?.name ?? visit.place?.address ?? m.kinds[visit.kind]}</span>
            <button
              type="button"
              aria-label={m.order.up(index + 1)}
              disabled={index === 0}
              onClick={() => up(index)}
            >
              ↑
            </button>
          </li>
        ))}
      </ol>
      <div class="pair">
        <button
          type="button"
          class="main"
          onClick={() => {
            const stopIds = order.flatMap(({ stop }) => stop?.stopId ?? []);
            void act([{ kind: 'sequence', routeId: tour.id, stopIds }], m.order.noted);
            close();
          }}
        >
          {m.proofs.save}
        </button>
        <button type="button" onClick={close}>
          {m.cancel}
        </button>
      </div>
    </div>
  );
}

/** Whether the driver can move a stop: it has not begun, and is no end of the route. */
export function mayMove({ state, kind, stop }: Visit): boolean {
  return stop !== null && state === 'waiting' && kind !== 'departure' && kind !== 'end';
}
