import { expect, test } from 'vitest';
import { workExample } from '../../../../../functions/api/driver/work-schema.ts';
import { applyReports } from '../../../../../functions/driver-app/engine/apply-reports.ts';
import { unreadMessages } from '../../../../../functions/driver-app/engine/messages.ts';

const AT = '2026-03-05T17:30:00.000Z';

test('45 7 what the driver read or wrote shows at once, and only messages of dispatchers are unread', () => {
  expect(unreadMessages(workExample)).toHaveLength(1);
  const read = applyReports(workExample, [
    { report: { kind: 'read', upTo: workExample.messages[0]!.at }, occurredAt: AT },
  ]);
  expect(unreadMessages(read)).toEqual([]);
  const report = { kind: 'message' as const, text: 'I am late.' };
  const written = applyReports(read, [
    { report, occurredAt: AT },
    { report, occurredAt: AT },
  ]);
  expect(written.messages.map(({ text }) => text)).toEqual([workExample.messages[0]!.text, 'I am late.']);
  expect(unreadMessages(written)).toEqual([]);
});
