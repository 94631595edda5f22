import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import {
  changeDestination,
  changeTemplate,
  createTemplate,
  deleteTemplate,
  findShortLink,
  listVersions,
  measureText,
  notificationDue,
  notificationTimers,
  notify,
  previewTrigger,
  publishTemplate,
  sendNotification,
} from '../../../../../../lib/reactions/notifications/index.ts';
import { type AnyJobOptions, anyJob, anyLocation } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  must,
  type NotificationsAtWork,
  recorder,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

async function delivered(options: AnyJobOptions = {}) {
  const { db, organizationId } = work;
  const made = anyJob({ ...options, organizationId, id: db.deps.ids.next('job') });
  await db.deps.table.write(made.operations);
  const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
  return work.event('delivery.dropoff_complete', {
    jobId,
    taskId,
    deliveryId,
    status: 'dropoff_complete',
    historyLength: 1,
  });
}

const html = '<h1>{{customer.first_name}}</h1><main>{{ content }}</main>';
const template = async (
  draft = { subject: 'For {{customer.first_name}}', html, text: null as string | null },
) => must(await createTemplate(work.context, { name: 'News', draft }, work.db.deps.ids.next('etp'))).value.id;

const byEmail = (emailTemplateId: string | null) =>
  work.destination({ type: 'email', recipients: ['ada@example.com'], emailTemplateId });

describe('9.3 templates of e-mails', () => {
  it('are sent in the version that was published last; an earlier one is published again as a new one', async () => {
    const id = await template();
    must(await publishTemplate(work.context, id, null));
    await work.trigger({ notificationGroupIds: [await byEmail(id)], message: 'One & two.' });
    const subjects = async () => (await work.all()).map(({ subject }) => subject);
    await tell(work, await delivered());
    must(await changeTemplate(work.context, id, { draft: { subject: 'Second' } }));
    await tell(work, await delivered());
    expect(await subjects()).toEqual(['For Ann', 'For Ann']);
    must(await publishTemplate(work.context, id, null));
    work.db.deps.clock.advance(1000);
    await tell(work, await delivered());
    expect((await subjects())[0]).toBe('Second');
    must(await publishTemplate(work.context, id, 1));
    work.db.deps.clock.advance(1000);
    await tell(work, await delivered());
    expect((await subjects())[0]).toBe('For Ann');
    const versions = must(await listVersions(work.context, id));
    expect(versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
      [3, 1],
      [2, null],
      [1, null],
    ]);
  });

  it('escape what is filled in, and have a plain text beside the HTML', async () => {
    const id = await template();
    must(await publishTemplate(work.context, id, null));
    await work.trigger({
      notificationGroupIds: [await byEmail(id)],
      message: 'Hi {{customer.first_name}} <b>',
    });
    const name = '<img src=x onerror=alert(1)>\r\nBcc: all@example.com';
    await tell(work, await delivered({ package: { dropoffLocation: anyLocation({ firstName: name }) } }));
    const [made] = await work.all();
    expect(made?.html).not.toMatch(/<img|<b>/);
    expect(made?.html).toContain('<h1>&lt;img src=x');
    expect(made?.body).toContain('<b>');
    expect(made?.subject).not.toMatch(/[\r\n]/);
    const channel = recorder('email');
    await work.sendAll(channel);
    expect(channel.sent[0]).toMatchObject({ html: made?.html, body: made?.body });
  });

  it('3 have conditions and loops, whose variables are those of workflows', async () => {
    const listed =
      '{% if driver.name %}{{driver.name}}{% else %}Nobody yet{% endif %}: {% for item in package.items %}[{{item.description}}]{% endfor %}{{content}}';
    const id = await template({ subject: '{{ customer.first_name | upcase }}', html: listed, text: null });
    must(await publishTemplate(work.context, id, null));
    await work.trigger({ notificationGroupIds: [await byEmail(id)], message: 'Done & dusted.' });
    const items = [
      { description: 'Bread <b>', count: 1, valueCents: 1 },
      { description: 'Jam', count: 1, valueCents: 1 },
    ];
    await tell(work, await delivered({ package: { items: items as never } }));
    expect(await work.all()).toMatchObject([
      {
        subject: 'ANN',
        html: 'Nobody yet: [Bread &lt;b&gt;][Jam]<p>Done &amp; dusted.</p>',
        body: 'Done & dusted.',
      },
    ]);
  });

  it.each([
    ['{{ customer.first_name | raw }}', /undefined filter: raw/],
    ['{% include "secrets" %}', /tag "include" not found/],
    ['{% if driver.name %}', /not closed/],
    ['{{ driver.nam }}', /unknown variable \{\{driver\.nam\}\}\. Did you mean \{\{driver\.name\}\}/],
    ['{{ customer }}', /unknown variable/],
    ['{{ order.orderMetadata[customer.first_name] }}', /name is computed/],
  ])('3 %s is refused', async (wrong, why) => {
    await expect(template({ subject: 'A', html: wrong, text: null })).rejects.toThrow(why);
  });

  it('3 a template that takes too long is not sent; the message is', async () => {
    const html = '{% for a in (1..9999999) %}{% for b in (1..9999999) %}x{% endfor %}{% endfor %}';
    const id = await template({ subject: 'A', html, text: null });
    must(await publishTemplate(work.context, id, null));
    await work.trigger({ notificationGroupIds: [await byEmail(id)], message: 'It is there.' });
    await tell(work, await delivered());
    expect(await work.all()).toMatchObject([{ subject: 'Told', body: 'It is there.', html: null }]);
  });

  it('are refused with an unknown variable, unpublished, on another channel, and while in use', async () => {
    const wrong = await createTemplate(
      work.context,
      { name: 'Wrong', draft: { subject: 'Hi', html: '{{customer.nam}}', text: null } },
      'etp_wrong',
    );
    expect(isRefusal(wrong) && wrong.details.field).toBe('html');
    const id = await template();
    await expect(byEmail(id)).rejects.toThrow(/not a published template/);
    must(await publishTemplate(work.context, id, null));
    await expect(work.destination({ emailTemplateId: id })).rejects.toThrow(/only for e-mails/);
    const destinationId = await byEmail(id);
    const used = await deleteTemplate(work.context, id);
    expect(isRefusal(used) && used.details.usedBy).toEqual([destinationId]);
    must(
      await changeDestination(work.context, destinationId, {
        channels: [
          {
            type: 'email',
            recipients: ['a@example.com'],
            message: null,
            subject: null,
            emailTemplateId: null,
          },
        ],
      }),
    );
    must(await deleteTemplate(work.context, id));
  });
});

describe('3 the language of the recipient', () => {
  const variants = [
    { locale: 'es', message: 'Hola {{customer.first_name}}', subject: 'Hola' },
    { locale: 'pt-BR', message: 'Oi {{customer.first_name}}', subject: null },
  ];
  it.each([
    ['es-MX', 'Hola Ann'],
    ['es', 'Hola Ann'],
    ['pt_BR', 'Oi Ann'],
    ['pt', 'Hi Ann'],
    ['fr', 'Hi Ann'],
    ['nonsense!', 'Hi Ann'],
    [undefined, 'Hi Ann'],
  ])('%s gets %s', async (locale, body) => {
    await work.trigger({ message: 'Hi {{customer.first_name}}', variants });
    await tell(work, await delivered({ job: { jobMetadata: locale === undefined ? {} : { locale } } }));
    expect((await work.all()).map((one) => one.body)).toEqual([body]);
  });

  it('reads expected times in the time zone of the dropoff', async () => {
    await work.trigger({ message: 'At {{dropoff_eta}}.' });
    await tell(
      work,
      await delivered({
        delivery: { dropoffEta: '2026-07-02T09:05:00.000Z' },
      }),
    );
    expect((await work.all()).map((one) => one.body)).toEqual(['At Jul 2, 10:05 AM.']);
  });

  it('2 waits out the quiet hours of the customer of an order that has no delivery yet', async () => {
    const to = await work.destination(
      {},
      { quietHours: { from: '00:00', to: '05:00', timeZone: 'recipient' } },
    );
    await work.trigger({ type: 'order_ready_to_fulfill', parameters: {}, notificationGroupIds: [to] });
    const { db, organizationId } = work;
    const id = db.deps.ids.next('ord');
    const dropoff = {
      dropoffAddressCountry: 'US',
      dropoffAddressState: 'NY',
      dropoffLat: 40.75,
      dropoffLng: -73.99,
    };
    await db.deps.table.write([create(orderEntity, anyOrder({ ...dropoff, organizationId, id }))]);
    await tell(work, work.event('order.created', { orderId: id, status: 'valid' }));
    // 09:00 UTC is 04:00 in New York.
    const [timer] = (await work.db.items()).filter(({ type }) => type === 'timer');
    expect(timer?.data.dueAt).toBe('2026-03-02T10:00:00.000Z');
  });

  it('waits out the quiet hours of the recipient', async () => {
    const to = await work.destination(
      {},
      { quietHours: { from: '22:00', to: '11:30', timeZone: 'recipient' } },
    );
    await work.trigger({ notificationGroupIds: [to] });
    await tell(work, await delivered());
    const [timer] = (await work.db.items()).filter(({ type }) => type === 'timer');
    expect(timer?.data).toMatchObject({
      kind: notificationTimers.sms.kind,
      dueAt: '2026-03-02T11:30:00.000Z',
    });
  });
});

describe('3 text messages', () => {
  it('are measured in the preview, and have their long links shortened', async () => {
    const url = `https://shop.example/track/${'x'.repeat(60)}`;
    const id = await work.trigger({ message: `Follow: ${url}.` });
    const event = await delivered();
    const [shown] = must(await previewTrigger(work.context, work.caller, id, { jobId: event.aggregateId }));
    expect(shown?.body).toMatch(/^Follow: http:\/\/localhost:3000\/l\/[0-9a-z]{10}\.$/);
    await tell(work, event);
    const [made] = await work.all();
    const code = /\/l\/([0-9a-z]+)/.exec(made!.body)![1]!;
    expect(await findShortLink(work.db.deps, code)).toBe(url);
    expect(isRefusal(await findShortLink(work.db.deps, 'nobodyknows'))).toBe(true);
    work.db.deps.clock.advance(91 * 86_400_000);
    expect(isRefusal(await findShortLink(work.db.deps, code))).toBe(true);
  });

  it.each([
    ['a'.repeat(160), 1, 'GSM-7'],
    ['a'.repeat(161), 2, 'GSM-7'],
    ['ż'.repeat(70), 1, 'UCS-2'],
    ['ż'.repeat(71), 2, 'UCS-2'],
  ])('%s', (text, segments, encoding) => {
    expect(measureText(text)).toEqual({ characters: text.length, segments, encoding });
  });
});

describe('2 digests', () => {
  it('send one message per recipient and span, which lists what happened, each thing once', async () => {
    const to = await work.destination({}, { digestMinutes: 30 });
    await work.trigger({ notificationGroupIds: [to], message: 'Delivered to {{customer.first_name}}.' });
    const events = await Promise.all([delivered(), delivered(), delivered()]);
    await Promise.all(events.map((event) => notify(work.db.deps, event)));
    for (const event of events) await notify(work.db.deps, event);
    expect((await work.all()).map(({ status }) => status).sort()).toEqual([
      'queued',
      'skipped',
      'skipped',
      'skipped',
    ]);
    const channel = recorder('sms');
    await work.sendAll(channel);
    expect(channel.sent).toEqual([]);
    await work.wait(31);
    for (const fired of await work.db.events('timer.notification-sms')) {
      const due = notificationTimers.sms.fired.parse(fired).data.data;
      await sendNotification({ ...work.db.deps, channel }, { organizationId: work.organizationId, ...due });
    }
    expect(channel.sent).toHaveLength(1);
    expect(channel.sent[0]?.body).toMatch(/^3 things happened:\n(- 09:00 UTC Delivered to Ann\.\n?){3}$/);
    await tell(work, await delivered());
    expect((await work.all()).filter(({ isDigest }) => isDigest)).toHaveLength(2);
    expect(await work.db.events(notificationDue.sms.name)).toEqual([]);
  });

  const entriesOf = async (minutes: number) => {
    const channel = recorder('sms');
    await work.wait(minutes);
    for (const fired of await work.db.events('timer.notification-sms')) {
      const due = notificationTimers.sms.fired.parse(fired).data.data;
      await sendNotification({ ...work.db.deps, channel }, { organizationId: work.organizationId, ...due });
    }
    return channel.sent.map(({ body }) => body);
  };

  it('list links that work', async () => {
    const to = await work.destination({}, { digestMinutes: 30 });
    const url = `https://shop.example/track/${'x'.repeat(60)}`;
    await work.trigger({ notificationGroupIds: [to], message: `Follow: ${url}` });
    await tell(work, await delivered());
    const [body] = await entriesOf(31);
    const code = /\/l\/([0-9a-z]+)/.exec(body ?? '')?.[1] ?? 'none';
    expect(await findShortLink(work.db.deps, code)).toBe(url);
  });

  it('wait out quiet hours, and are one message for all of them', async () => {
    // It is 09:00 UTC. The quiet time from 09:10 to 11:10 in Paris, an hour ahead, is 08:10 to 10:10 UTC.
    const quietHours = { from: '09:10', to: '11:10', timeZone: 'Europe/Paris' };
    const to = await work.destination({}, { digestMinutes: 30, quietHours });
    await work.trigger({ notificationGroupIds: [to] });
    await tell(work, await delivered());
    expect(await entriesOf(45)).toEqual([]);
    await tell(work, await delivered());
    expect(await entriesOf(30)).toEqual([]);
    await tell(work, await delivered());
    // The first half hour that ends after it ends at 10:30.
    expect(await entriesOf(14)).toEqual([]);
    expect(await entriesOf(2)).toEqual([expect.stringMatching(/^3 things happened:/)]);
    expect((await work.all()).filter(({ isDigest }) => isDigest)).toHaveLength(1);
  });

  it('of a span as long as a day leave at the end of quiet hours that its end is always in', async () => {
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'UTC' };
    const to = await work.destination({}, { digestMinutes: 1440, quietHours });
    await work.trigger({ notificationGroupIds: [to] });
    await tell(work, await delivered());
    expect(await entriesOf(21 * 60)).toEqual([]);
    expect(await entriesOf(61)).toHaveLength(1);
  });
});
