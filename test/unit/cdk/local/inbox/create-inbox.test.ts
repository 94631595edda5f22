import { expect, test } from 'vitest';
import { createInbox } from '../../../../../cdk/local/inbox/index.ts';
import { anyClock } from '../support/any-clock.ts';
import { anyCall, callService } from '../support/any-cloud.ts';

const anyInbox = () => {
  const inbox = createInbox({ clock: anyClock(), dataDirectory: undefined });
  const [email, sms] = inbox.services;
  return { inbox, email: email!, sms: sms! };
};

test('captures an e-mail', async () => {
  const { inbox, email } = anyInbox();
  const input = {
    FromEmailAddress: 'Shop <orders@example.com>',
    Destination: { ToAddresses: ['ann@example.org'] },
    Content: {
      Simple: {
        Subject: { Data: 'On its way' },
        Body: { Text: { Data: 'Track it' }, Html: { Data: '<p>' } },
      },
    },
  };
  expect(email.actionOf?.('POST', '/v2/email/outbound-emails', new URLSearchParams())).toBe('SendEmail');
  expect(email.needs(anyCall('ses', 'SendEmail', input))).toEqual([
    { action: 'ses:SendEmail', resource: 'arn:aws:ses:us-east-1:000000000000:identity/example.com' },
  ]);
  const { status, body } = await callService(email, 'SendEmail', input);
  expect(status).toBe(200);
  expect(inbox.list(10)).toMatchObject([
    {
      id: body.MessageId,
      channel: 'email',
      to: 'ann@example.org',
      subject: 'On its way',
      text: 'Track it',
      html: '<p>',
    },
  ]);
  expect(await inbox.state?.()).toMatchObject({
    outgoing: [{ channel: 'email', text: 'On its way\nTrack it' }],
  });
});

test('captures an SMS and refuses other SNS calls', async () => {
  const { inbox, sms } = anyInbox();
  const call = (form: string) => ({ ...anyCall('sns', 'Publish', {}), body: Buffer.from(form) });
  const publish = call('Action=Publish&PhoneNumber=%2B15550100&Message=Driver+is+near');
  expect(sms.needs(publish)).toEqual([{ action: 'sns:Publish', resource: '*' }]);
  const reply = await sms.handle(publish);
  const [message] = inbox.list(10);
  expect(message).toMatchObject({ channel: 'sms', to: '+15550100', text: 'Driver is near' });
  expect(reply.body).toContain(`<MessageId>${message?.id}</MessageId>`);
  expect(await sms.handle(call('Action=Subscribe'))).toMatchObject({ status: 400 });
});

test('refuses an e-mail without a destination', async () => {
  const { inbox, email } = anyInbox();
  const reply = await callService(email, 'SendEmail', {
    FromEmailAddress: 'a@example.com',
    Content: { Simple: {} },
  });
  expect(reply).toMatchObject({ status: 400, body: { __type: 'BadRequestException' } });
  expect(inbox.list(10)).toEqual([]);
});
