import { expect, test } from 'vitest';
import { workExample } from '../../../../../functions/api/driver/work-schema.ts';
import { applyReports } from '../../../../../functions/driver-app/engine/apply-reports.ts';
import type { ShiftStep } from '../../../../../functions/driver-app/engine/reports.ts';
import { idOfShift, isAtWork, presentShift } from '../../../../../functions/driver-app/engine/shifts.ts';
import type { Work } from '../../../../../functions/driver-app/engine/work.ts';

const FREE: Work = { ...workExample, shifts: [] };
const AT = '2026-03-05T17:30:00.000Z';
const after = (work: Work, shiftId: string, ...steps: readonly ShiftStep[]) =>
  applyReports(
    work,
    steps.map((step) => ({ report: { kind: 'shift' as const, shiftId, step }, occurredAt: AT })),
  );

test('45 4 a shift that is started shows at once, with its breaks and its end', () => {
  const id = idOfShift(FREE, AT);
  const started = after(FREE, id, 'start');
  expect(presentShift(started)).toMatchObject({ id, status: 'active', startedAt: AT });
  expect(isAtWork(started)).toBe(true);
  expect(isAtWork(after(started, id, 'startBreak'))).toBe(false);
  expect(isAtWork(after(started, id, 'startBreak', 'endBreak'))).toBe(true);
  expect(presentShift(after(started, id, 'end'))).toBeUndefined();
});

test('45 3 two phones give the same id to the same shift, and another one to the next of the day', () => {
  expect(idOfShift(FREE, AT)).toBe(idOfShift({ ...FREE }, '2026-03-05T18:00:00.000Z'));
  const ended = after(FREE, idOfShift(FREE, AT), 'start', 'end');
  expect(idOfShift(ended, AT)).not.toBe(idOfShift(FREE, AT));
});

test('45 4 a planned shift comes before none', () => {
  const [shift] = workExample.shifts;
  expect(presentShift({ shifts: [{ ...shift!, status: 'planned' }] })).toMatchObject({ id: shift!.id });
});
