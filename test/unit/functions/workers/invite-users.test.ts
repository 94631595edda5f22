import { afterAll, beforeAll, expect, it } from 'vitest';
import { notificationsArea } from '../../../../functions/api/notifications/index.ts';
import { inviteUser } from '../../../../functions/workers/invite-users.ts';
import { serveArea } from '../../../../lib/platform/http/index.ts';
import { sendNotification } from '../../../../lib/reactions/notifications/index.ts';
import { anyGrant, httpEvent } from '../../../support/http-event.ts';
import { startTenancyApi, type TenancyApi } from '../../../support/tenancy-api.ts';

let api: TenancyApi;
beforeAll(async () => {
  api = await startTenancyApi();
});
afterAll(() => api.stop());

it('an invitation is sent by e-mail and listed with what became of it', async () => {
  await api.call('POST /v1/organization-management/users/invite', {
    body: { email: 'ada@example.com', roleIds: ['role_planner'] },
  });
  const [invited] = await api.db.events('user.invited');
  await inviteUser(api.deps, invited!);
  const [due] = await api.db.events('notification.due_email');
  const channel = {
    channel: 'email' as const,
    send: async () => ({ outcome: 'sent' as const, receipt: 'r1' }),
  };
  const { organizationId } = api;
  await sendNotification(
    {
      ...api.deps,
      channel,
    } as never,
    { organizationId, ...(due!.data as { notificationId: string; attempt: number }) },
  );
  const grant = anyGrant({ organizations: [{ id: organizationId, listShards: 1 }] });
  const deps = api.deps as never;
  const reply = await serveArea(
    notificationsArea,
    () => deps,
  )(httpEvent('GET /v1/notifications', { verdict: { grant } }));
  expect([reply.statusCode, JSON.parse(reply.body)]).toMatchObject([
    200,
    { results: [{ recipient: 'ada@example.com', status: 'sent', triggerId: null, jobId: null }] },
  ]);
});
