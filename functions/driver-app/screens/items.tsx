import { useState } from 'preact/hooks';
import { type Item, itemsOf, picked } from '../engine/items.ts';
import { m } from '../messages/index.ts';
import type { ProofProps } from './act.ts';
import { ScanField } from './scan-field.tsx';

interface Found {
  readonly quantity: number;
  readonly scanned?: string;
  readonly weight?: number | undefined;
}

/** Notes what was found of each item, by scan or by hand, with its weight. */
export function PickingPanel({ deliveryId, package: parcel, act }: ProofProps) {
  const items = itemsOf(parcel);
  const [found, setFound] = useState<readonly Found[]>(() => items.map(({ quantity }) => ({ quantity })));
  const change = (index: number, change: Partial<Found>) =>
    setFound(found.map((one, other) => (other === index ? { ...one, ...change } : one)));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const pickedItems = items.map((item, index) => picked(item, found[index] ?? { quantity: 0 }));
        void act([{ kind: 'delivery', deliveryId, update: { pickedItems }, proofs: [] }], m.visit.proved);
      }}
    >
      <p>
        <strong>{m.items.pick}</strong>
      </p>
      {items.map((item, index) => (
        <fieldset key={index} class="card">
          <legend>{nameOf(item)}</legend>
          <Quantity
            value={found[index]?.quantity ?? 0}
            most={item.quantity}
            set={(quantity) => change(index, { quantity })}
          />
          <ScanField scanned={(scanned) => change(index, { scanned })} />
          <label>
            {m.items.weight}
            <input
              type="number"
              inputMode="decimal"
              min="0"
              step="0.001"
              onInput={({ currentTarget: { value } }) =>
                change(index, { weight: value === '' ? undefined : Number(value) })
              }
            />
          </label>
        </fieldset>
      ))}
      <button type="submit" class="main">
        {m.proofs.save}
      </button>
    </form>
  );
}

/** Notes in which condition each item comes back. */
export function ConditionPanel({ deliveryId, package: parcel, act }: ProofProps) {
  const items = itemsOf(parcel);
  const [damaged, setDamaged] = useState<ReadonlySet<number>>(new Set());
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const returnedItems = items.map(({ barcodes: _, ...item }, index) => ({
          ...item,
          condition: damaged.has(index) ? ('damaged' as const) : ('good' as const),
        }));
        void act([{ kind: 'delivery', deliveryId, update: { returnedItems }, proofs: [] }], m.visit.proved);
      }}
    >
      <p>
        <strong>{m.items.damaged}</strong>
      </p>
      {items.map((item, index) => (
        <label key={index} class="choice">
          <input
            type="checkbox"
            checked={damaged.has(index)}
            onChange={({ currentTarget: { checked } }) => {
              const next = new Set(damaged);
              if (checked) next.add(index);
              else next.delete(index);
              setDamaged(next);
            }}
          />
          {nameOf(item)}
        </label>
      ))}
      <button type="submit" class="main">
        {m.proofs.save}
      </button>
    </form>
  );
}

function nameOf({ quantity, name }: Item): string {
  return `${quantity} × ${name}`;
}

function Quantity({
  value,
  most,
  set,
}: {
  readonly value: number;
  readonly most: number;
  readonly set: (quantity: number) => void;
}) {
  return (
    <label>
      {m.items.quantity}
      <input
        type="number"
        inputMode="decimal"
        min="0"
        max={most}
        step="any"
        required
        value={value}
        onInput={({ currentTarget }) => set(Number(currentTarget.value))}
      />
    </label>
  );
}
