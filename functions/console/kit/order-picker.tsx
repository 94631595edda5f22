import { useId, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { findOrders } from './find-orders.ts';
import { party } from './format.ts';
import type { OrderRow } from './types.ts';
import { Badge, Button } from './ui.tsx';
import { useFound } from './use-found.ts';

const MOST = 8;

const findSome = (text: string) => findOrders(text, MOST);

/** An order, found by its number, external id, name, address or phone. */
export function OrderPicker({
  label,
  picked,
  onPick,
}: {
  label: string;
  picked: OrderRow | undefined;
  onPick: (order: OrderRow | undefined) => void;
}) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const text = typed.trim();
  const { found, problem } = useFound(text, findSome);
  if (picked) {
    return (
      <div class="field wide">
        <span>{label}</span>
        <div class="actions">
          <strong>{picked.externalId ?? picked.id}</strong>
          <span class="quiet">{party(picked.dropoff)}</span>
          <Button onClick={() => onPick(undefined)}>{m.picker.other}</Button>
        </div>
      </div>
    );
  }
  return (
    <div class="field wide">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        autocomplete="off"
        placeholder={m.search.hint}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {problem && <span class="error">{problem}</span>}
      <ul class="rows" aria-label={label} aria-busy={!found && !problem}>
        {found?.map((order) => (
          <li key={order.id}>
            <button type="button" class="button ghost" onClick={() => onPick(order)}>
              {order.externalId ?? order.id}
            </button>
            <span class="quiet">{party(order.dropoff)}</span>
            <Badge value={order.status} />
          </li>
        ))}
        {found?.length === 0 && <li class="quiet">{m.table.noMatch}</li>}
      </ul>
    </div>
  );
}
