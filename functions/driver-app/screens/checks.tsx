import { useState } from 'preact/hooks';
import { ageOn } from '../engine/age.ts';
import type { Proof } from '../engine/reports.ts';
import { m } from '../messages/index.ts';
import type { ProofProps } from './act.ts';

type Check = Extract<Proof, { readonly method: string }>;

/** Notes how the recipient's age was checked and what came of it. The date of birth stays on the screen. */
export function AgeCheck({ proof, deliveryId, minimumAge, act }: ProofProps) {
  const [born, setBorn] = useState('');
  const [isTooYoung, setTooYoung] = useState(false);
  const keep = (method: Check['method'], status: Check['status']) =>
    act(
      [{ kind: 'delivery', deliveryId, update: {}, proofs: [{ podType: proof, method, status }] }],
      m.visit.proved,
    );
  const today = new Date();
  const day = [today.getFullYear(), today.getMonth() + 1, today.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const isOldEnough = ageOn(born, day) >= minimumAge;
        setTooYoung(!isOldEnough);
        void keep('date_of_birth', isOldEnough ? 'success' : 'failure');
      }}
    >
      <p>
        <strong>{m.checks.age(minimumAge)}</strong>
      </p>
      {isTooYoung && (
        <p class="problem" role="alert">
          {m.checks.tooYoung}
        </p>
      )}
      <label>
        {m.checks.born}
        <input
          type="date"
          value={born}
          max={day}
          required
          onInput={({ currentTarget }) => setBorn(currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        {m.checks.check}
      </button>
      <button type="button" onClick={() => void keep('document', 'success')}>
        {m.checks.seen}
      </button>
    </form>
  );
}

/** Notes that the recipient's document was seen. */
export function IdentityCheck({ proof, deliveryId, act }: ProofProps) {
  const check: Check = { podType: proof, method: 'document', status: 'success' };
  return (
    <>
      <p>
        <strong>{m.checks.identity}</strong>
      </p>
      <button
        type="button"
        class="main"
        onClick={() =>
          void act([{ kind: 'delivery', deliveryId, update: {}, proofs: [check] }], m.visit.proved)
        }
      >
        {m.checks.documentSeen}
      </button>
    </>
  );
}
