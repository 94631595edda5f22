import { afterEach, beforeEach, expect, it } from 'vitest';
import { webhooksArea } from '../../../../../functions/api/webhooks/index.ts';
import { organizationEntity } from '../../../../../lib/platform/organization/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { messageIdOf } from '../../../../../lib/reactions/webhooks/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { serveWith } from '../../../../support/in-process-api.ts';
import { leaveTable } from '../../../../support/leave-table.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';
import { startWebhooks, type WebhooksAtWork } from '../../../../support/webhooks-at-work.ts';

let hooks: WebhooksAtWork;
let bucket: ReturnType<typeof memoryBucket>;
beforeEach(async () => {
  hooks = await startWebhooks();
  bucket = memoryBucket();
  const at = '2026-03-01T00:00:00.000Z';
  const organization = { id: hooks.organizationId, name: 'A', listShards: 1, createdAt: at, updatedAt: at };
  await hooks.deps.table.write([
    create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
  ]);
});
afterEach(() => hooks.stop());

const DAY_MS = 24 * 3_600_000;
const days = (count: number) => hooks.db.deps.clock.advance(count * DAY_MS);
const leave = () => leaveTable({ ...hooks.db.deps, bucket });

const attemptsOf = async (
  id: string,
  query: Record<string, string> = {},
  organizationId = hooks.organizationId,
) => {
  const { handler } = serveWith({ ...hooks.deps, bucket }, webhooksArea);
  const verdict = { grant: anyGrant({ organizations: [{ id: organizationId, listShards: 1 }] }) };
  const event = httpEvent('GET /v1/webhooks/messages/{msg_id}/attempts', {
    params: { msg_id: id },
    query,
    verdict,
  });
  const { statusCode, body, headers } = await handler(event);
  return { status: statusCode, json: readJson(body, headers['content-type']) };
};

it('webhook messages are copied before they expire and their attempts are read by id for good', async () => {
  await hooks.endpoint();
  hooks.answerWith(() => ({ status: 500 }));
  await hooks.make();
  for (let hour = 0; hour < 12; hour += 1) await hooks.work(3_600_000);
  const id = await hooks.onlyMessage();
  const before = (await attemptsOf(id)).json;
  expect(before.results.length).toBeGreaterThan(3);
  days(27);
  expect(await leave()).toBe(0);
  days(1);
  expect(await leave()).toBe(1);
  expect(await leave()).toBe(0);
  expect((await attemptsOf(id)).json).toEqual(before);
  days(3);
  expect((await attemptsOf(id)).json.results).toEqual(before.results);
  const first = (await attemptsOf(id, { limit: '2' })).json;
  expect(first).toMatchObject({ results: before.results.slice(0, 2), done: false });
  const second = (await attemptsOf(id, { limit: '2', iterator: first.iterator })).json;
  expect(second.results).toEqual(before.results.slice(2, 4));
  expect((await attemptsOf(id, {}, 'org_other')).status).toBe(404);
});

it('a later run goes on behind the last message that was copied, one that is interrupted begins there again', async () => {
  await hooks.endpoint();
  const ids: string[] = [];
  for (let made = 0; made < 3; made += 1) {
    hooks.db.deps.clock.advance(1_000);
    const event = hooks.event({ id: `evt_${made}` });
    await hooks.make(event);
    ids.push(messageIdOf(event));
  }
  days(28);
  const put = bucket.put;
  bucket.put = async () => {
    throw new Error('The bucket is away.');
  };
  await expect(leave()).rejects.toThrow('The bucket is away.');
  bucket.put = put;
  expect(await leave()).toBe(3);
  // One for each lane that had some of them.
  expect(bucket.objects.size).toBeLessThanOrEqual(3);
  hooks.db.deps.clock.advance(1_000);
  days(10);
  for (const id of ids) expect((await attemptsOf(id)).json.results).toHaveLength(1);
});
