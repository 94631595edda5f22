import { useState } from 'preact/hooks';
import type { ShiftStep } from '../engine/reports.ts';
import { idOfShift, presentShift } from '../engine/shifts.ts';
import type { Work } from '../engine/work.ts';
import { m, timeOf } from '../messages/index.ts';
import type { Act } from './act.ts';

/** Starts and ends the driver's shift and breaks. */
export function ShiftCard({
  work,
  hasOpenWork,
  act,
}: {
  readonly work: Work;
  readonly hasOpenWork: boolean;
  readonly act: Act;
}) {
  const [isSure, setSure] = useState(false);
  const shift = presentShift(work);
  if (!shift && !work.allowed.startShifts) return null;
  const take = (step: ShiftStep) => {
    setSure(false);
    const shiftId = shift?.id ?? idOfShift(work, new Date().toISOString());
    void act([{ kind: 'shift', shiftId, step }], m.shift.steps[step]);
  };
  if (shift?.status !== 'active') {
    return (
      <section class="card" aria-label={m.shift.title}>
        {shift && <p>{m.shift.planned(timeOf(shift.plannedStart), timeOf(shift.plannedEnd))}</p>}
        <button type="button" class="main" onClick={() => take('start')}>
          {m.shift.steps.start}
        </button>
      </section>
    );
  }
  return (
    <section class="card" aria-label={m.shift.title}>
      <p>
        {shift.isOnBreak ? m.shift.onBreak : m.shift.since(timeOf(shift.startedAt ?? shift.plannedStart))}
      </p>
      {isSure && (
        <p class="problem" role="alert">
          {m.shift.open}
        </p>
      )}
      <div class="pair">
        {shift.isOnBreak ? (
          <button type="button" class="main" onClick={() => take('endBreak')}>
            {m.shift.steps.endBreak}
          </button>
        ) : (
          <button type="button" onClick={() => take('startBreak')}>
            {m.shift.steps.startBreak}
          </button>
        )}
        <button type="button" onClick={() => (hasOpenWork && !isSure ? setSure(true) : take('end'))}>
          {m.shift.steps.end}
        </button>
      </div>
    </section>
  );
}
