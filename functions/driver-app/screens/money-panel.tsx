import { useState } from 'preact/hooks';
import { PAYMENTS, type Payment } from '../engine/reports.ts';
import { m, money } from '../messages/index.ts';
import type { ProofProps } from './act.ts';

/** Notes what the recipient paid. */
export function MoneyPanel({ deliveryId, package: parcel, act }: ProofProps) {
  const { dueAmountCents, currency } = parcel;
  const [amount, setAmount] = useState(((dueAmountCents ?? 0) / 100).toFixed(2));
  const [method, setMethod] = useState<Payment>('cash');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const collected = { amountCents: Math.round(Number(amount) * 100), method };
        void act([{ kind: 'delivery', deliveryId, update: { collected }, proofs: [] }], m.visit.proved);
      }}
    >
      <p>
        <strong>{m.visit.due(money(dueAmountCents ?? 0, currency))}</strong>
      </p>
      <label>
        {m.money.amount(currency)}
        <input
          type="number"
          inputMode="decimal"
          min="0"
          step="0.01"
          required
          value={amount}
          onInput={({ currentTarget }) => setAmount(currentTarget.value)}
        />
      </label>
      <fieldset>
        <legend class="hidden">{m.money.how}</legend>
        {PAYMENTS.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="payment" checked={one === method} onChange={() => setMethod(one)} />
            {m.money.methods[one]}
          </label>
        ))}
      </fieldset>
      <button type="submit" class="main">
        {m.money.received}
      </button>
    </form>
  );
}
