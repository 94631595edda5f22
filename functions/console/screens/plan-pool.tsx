import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { party } from '../kit/format.ts';
import type { OrderRow } from '../kit/types.ts';
import { Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { planTexts } from '../texts/texts.ts';
import { loadOf, whoAndWhere, windowOf } from './order-line.ts';
import type { Pool } from './plan-orders.ts';

/** Height of a row in pixels. It is fixed, so that 10,000 rows need no measuring. */
const ROW = 78;

/** Rows drawn above and below those in sight. */
const SPARE = 6;

/** The orders of the day without a route: found by a text, chosen by their pickup, and dragged onto a route. */
export function PlanPool({
  pool,
  picked,
  onPick,
}: {
  pool: Pool;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}) {
  const [search, setSearch] = useState('');
  const [pickup, setPickup] = useState('');
  const pickups = useMemo(
    () => [...new Set(pool.orders.map((order) => party(order.pickup)))].toSorted(),
    [pool.orders],
  );
  const shown = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return pool.orders.filter(
      (order) =>
        (pickup === '' || party(order.pickup) === pickup) &&
        (wanted === '' || textOf(order).toLowerCase().includes(wanted)),
    );
  }, [pool.orders, search, pickup]);
  const toggle = (id: string) => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  const isAll = shown.length > 0 && shown.every(({ id }) => picked.has(id));
  return (
    <section class="card plan-pool" aria-labelledby="pool">
      <h2 id="pool">{planTexts.routes.unplanned(pool.total)}</h2>
      <div class="pool-filters">
        <label class="visually-hidden" for="pool-search">
          {planTexts.routes.poolSearch}
        </label>
        <input
          id="pool-search"
          type="search"
          placeholder={planTexts.routes.poolSearch}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        {pickups.length > 1 && (
          <>
            <label class="visually-hidden" for="pool-pickup">
              {m.orders.pickup}
            </label>
            <select
              id="pool-pickup"
              value={pickup}
              onChange={(event) => setPickup(event.currentTarget.value)}
            >
              <option value="">{planTexts.routes.anyPickup}</option>
              {pickups.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </>
        )}
        <Button
          disabled={shown.length === 0}
          onClick={() => {
            const ids = shown.map(({ id }) => id);
            onPick(
              isAll ? new Set([...picked].filter((id) => !ids.includes(id))) : new Set([...picked, ...ids]),
            );
          }}
        >
          {isAll ? planTexts.routes.pickNone : planTexts.routes.pickAll(shown.length)}
        </Button>
      </div>
      <p class="quiet" role="status">
        {pool.isWhole
          ? planTexts.routes.poolCount(shown.length, pool.total)
          : planTexts.routes.poolReading(pool.orders.length, pool.total)}
      </p>
      <PoolRows orders={shown} picked={picked} onToggle={toggle} />
      <p class="quiet">{planTexts.routes.unplannedHelp}</p>
    </section>
  );
}

/** The rows in sight. Arrow keys go from one to the next. */
function PoolRows({
  orders,
  picked,
  onToggle,
}: {
  orders: readonly OrderRow[];
  picked: ReadonlySet<string>;
  onToggle: (id: string) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const wanted = useRef<string | undefined>(undefined);
  const measure = () => {
    const { current } = scroller;
    if (current) setView({ top: current.scrollTop, height: current.clientHeight });
  };
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const box = scroller.current?.querySelector<HTMLElement>(`[data-order="${wanted.current}"] input`);
    if (!box) return;
    box.focus();
    wanted.current = undefined;
  });
  const focus = (index: number) => {
    const order = orders[index];
    const { current } = scroller;
    if (!order || !current) return;
    wanted.current = order.id;
    if (index * ROW < current.scrollTop) current.scrollTop = index * ROW;
    else if ((index + 1) * ROW > current.scrollTop + current.clientHeight)
      current.scrollTop = (index + 1) * ROW - current.clientHeight;
    measure();
  };
  const first = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const last = Math.min(orders.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  return (
    <div ref={scroller} class="pool-rows" onScroll={measure}>
      <ul style={{ height: `${orders.length * ROW}px` }}>
        {orders.slice(first, last).map((order, offset) => {
          const index = first + offset;
          const name = order.externalId ?? order.id;
          return (
            <li
              key={order.id}
              data-order={order.id}
              class={picked.has(order.id) ? 'chosen' : ''}
              style={{ top: `${index * ROW}px` }}
              aria-setsize={orders.length}
              aria-posinset={index + 1}
              draggable
              onDragStart={(event) => {
                const ids = picked.has(order.id) ? [...picked] : [order.id];
                event.dataTransfer?.setData('text/plain', `orders ${ids.join(' ')}`);
              }}
              onKeyDown={(event) => {
                const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
                if (step === 0) return;
                event.preventDefault();
                focus(index + step);
              }}
            >
              <input
                type="checkbox"
                checked={picked.has(order.id)}
                aria-label={planTexts.routes.pickOrder(name)}
                onChange={() => onToggle(order.id)}
              />
              <span class="stop-name">
                <a href={`#/orders/${order.id}`}>{whoAndWhere(order.dropoff) || name}</a>
                <span class="quiet">
                  {[windowOf(order.dropoff) ?? planTexts.routes.anyTime, loadOf(order)]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
                <span class="quiet">
                  {planTexts.routes.from(party(order.pickup))} · <span>{name}</span>
                </span>
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** What a search in the pool looks at. */
function textOf({ id, externalId, tags, pickup, dropoff }: OrderRow): string {
  return [id, externalId, ...tags, whoAndWhere(pickup), whoAndWhere(dropoff)].filter(Boolean).join(' ');
}
