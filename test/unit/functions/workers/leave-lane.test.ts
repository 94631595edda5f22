import type { SQSClient } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import { worker } from '../../../../functions/workers/leave-lane.ts';
import { retireLane, turnOf } from '../../../../lib/operations/retention/index.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { startTestTable } from '../../../support/test-table.ts';

vi.mock(import('../../../../lib/operations/retention/index.ts'), async (original) => ({
  ...(await original()),
  retireLane: vi.fn(),
}));

const LANE = { organizationId: 'org_a', kind: 'message', shard: 3 } as const;

it.each([
  ['that has more is queued again, behind the lanes of others', { left: 200, hasMore: true }, 1],
  ['that is done is not', { left: 12, hasMore: false }, 0],
  ['that somebody else works on is left to them', undefined, 0],
])('47 1.3: a lane %s', async (_, turn, times) => {
  vi.stubEnv('QUEUE_LEAVE_LANE_URL', 'https://queue.example/leave-lane');
  vi.mocked(retireLane).mockResolvedValue(turn);
  const db = await startTestTable();
  const sent: { input: { Entries: { MessageBody: string; MessageGroupId: string }[] } }[] = [];
  const lanes = {
    send: async (command: never) => {
      sent.push(command);
      return {};
    },
  } as unknown as SQSClient;
  await worker.handle({ ...db.deps, bucket: memoryBucket(), lanes }, turnOf(LANE, 'hour 1', 0));
  expect(sent.length).toBe(times);
  for (const { input } of sent) {
    expect(input.Entries).toMatchObject([{ MessageGroupId: 'org_a' }]);
    expect(JSON.parse(input.Entries[0]!.MessageBody)).toMatchObject({
      name: 'retention.lane_due',
      data: LANE,
    });
  }
  await db.stop();
  vi.unstubAllEnvs();
});
