import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createReport } from '../../../../../functions/api/insights/create-report.ts';
import { insightsArea } from '../../../../../functions/api/insights/index.ts';
import { listReports } from '../../../../../functions/api/insights/list-reports.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { type InsightWorld, ORGANIZATION, startInsight } from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

async function call(routeKey: string, body?: object) {
  const handler = serveArea(insightsArea, () => world.deps);
  const verdict = { grant: anyGrant({ organizations: [{ id: ORGANIZATION, listShards: 1 }] }) };
  const reply = await handler(httpEvent(routeKey, { verdict, ...(body ? { body } : {}) }));
  return { status: reply.statusCode, json: readJson(reply.body, reply.headers['content-type']) };
}

const create = (fields: object = {}) =>
  call(createReport.routeKey, { name: 'Week', period: 'week', emails: ['ops@example.com'], ...fields });

describe('46 3: POST /v1/insights/reports', () => {
  it('creates a report with the usual hour and measures, each address once', async () => {
    const { status, json } = await create({ emails: [' Ops@Example.com ', 'ops@example.com'] });
    expect([status, json]).toMatchObject([
      200,
      { hour: 7, emails: ['ops@example.com'], measures: expect.arrayContaining(['on-time']) },
    ]);
    expect((await call(listReports.routeKey)).json).toEqual({ reports: [json] });
  });

  it.each([
    [{ emails: ['ops'] }, /emails\[0\]|emails\.0/],
    [{ emails: [] }, /emails/],
    [{ hour: 24 }, /hour/],
    [{ measures: ['on-tine'] }, /measures/],
  ])('refuses %j', async (fields, message) => {
    const { status, json } = await create(fields);
    expect(status).toBe(422);
    expect(json.error.message).toMatch(message);
  });
});
