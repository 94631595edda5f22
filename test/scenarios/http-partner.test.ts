import { describe, expect } from 'vitest';
import { eventually } from '../support/dispatch-story.ts';
import { startExamplePartner } from '../support/example-partner.ts';
import { scenario } from '../support/scenario.ts';

describe('3 a partner over HTTP', () => {
  scenario(
    'carries an order that it was given, tells of it, and gives money back; while it is down others carry',
    async ({ local, story, onTestFinished }) => {
      const partner = await startExamplePartner(() => local.cloud.clock.now());
      onTestFinished(partner.stop);
      const fleet = await story.call<{ id: string; signingSecret: string; updatesUrl: string }>(
        'POST',
        '/v1/http-fleets',
        { name: 'Quick Riders', baseUrl: partner.url, token: partner.token },
      );
      partner.secretIs(fleet.signingSecret);
      const updates = new URL(fleet.updatesUrl);
      const updatesUrl = `${local.cloud.baseUrl}${updates.pathname}${updates.search}`;
      const strategy = await story.strategy(['Quick Riders', 'FleetSimulatorFast']);

      const order = await story.order({ dispatchStrategyId: strategy });
      const [task] = await eventually(
        () => story.tasks(order.id),
        ([first]) => first?.status === 'running',
      );
      expect(task?.delivery?.providerName).toBe('Quick Riders');
      expect(partner.calls.slice(0, 2)).toEqual(['fleet.route.quote', 'fleet.route.dispatched']);
      const deliveryId = task?.delivery?.id;
      const told = await partner.tell(updatesUrl, {
        updates: [
          { deliveryId, status: 'pickup_enroute', courier: { name: 'Maria' } },
          { deliveryId, status: 'dropoff_complete' },
        ],
      });
      expect(told).toBe(200);
      const [delivered] = await story.tasks(order.id);
      expect(delivered).toMatchObject({ status: 'completed', delivery: { status: 'dropoff_complete' } });

      const { jobId } = await story.read(order.id);
      const job = await story.call<{ jobConfigurations: { publicTrackingUrl: string }[] }>(
        'GET',
        `/v1/jobs/${jobId}`,
      );
      const { pathname } = new URL(job.jobConfigurations[0]?.publicTrackingUrl ?? '');
      const page = await local.request<string>('GET', pathname);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(String(page.body)).toContain('Delivered');

      const filed = await story.call<{ refundRequestId: string }>(
        'POST',
        `/v1/jobs/${jobId}/tasks/${delivered?.id}/delivery_incident`,
        {
          raiseIncident: true,
          incidentNotes: 'The bag was torn.',
          incidentType: 'REFUND_REQUEST',
          requestAmountDeliveryFeeCents: 300,
        },
      );
      await story.call('PATCH', `/v1/refund-request/${filed.refundRequestId}`, { status: 'approved' });

      const photo = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]);
      const document = await story.call<{
        id: string;
        upload: { url: string; headers: Record<string, string> };
      }>('POST', `/v1/deliveries/${deliveryId}/documents`, {
        type: 'proof_of_delivery',
        contentType: 'image/jpeg',
        sizeBytes: photo.length,
      });
      const { url, headers } = document.upload;
      // The client counts the bytes by itself.
      const { 'content-length': _, ...given } = headers;
      const put = (contentType: string, body: Uint8Array) =>
        fetch(url, {
          method: 'PUT',
          headers: { ...given, 'content-type': contentType },
          body: Buffer.from(body),
        });
      expect(headers['content-type']).toBe('image/jpeg');
      expect((await put('text/html', photo)).status).toBe(403);
      expect((await put('image/jpeg', photo.slice(1))).status).toBe(403);
      expect((await put('image/jpeg', photo)).status).toBe(200);
      await story.call('POST', `/v1/documents/${document.id}/complete`);
      const [shown] = await story.call<{ url: string }[]>('GET', `/v1/order/${order.id}/documents`);
      const seen = await fetch(shown?.url ?? '');
      expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(new Uint8Array(await seen.arrayBuffer())).toEqual(photo);

      partner.become('down');
      const second = await story.order({ dispatchStrategyId: strategy });
      const [carried] = await eventually(
        () => story.tasks(second.id),
        ([first]) => first?.status === 'running' || first?.status === 'completed',
      );
      expect(carried?.delivery?.providerName).toBe('FleetSimulatorFast');
    },
  );
});
