import { expect, it } from 'vitest';
import { checkDestination } from '../../../../../lib/reactions/notifications/check-settings.ts';
import type { DestinationFields } from '../../../../../lib/reactions/notifications/settings-context.ts';

const destination = (type: string, recipient: string) =>
  ({
    name: 'Team',
    channels: [{ type, recipients: [recipient], message: null, subject: null, emailTemplateId: null }],
    digestMinutes: null,
    quietHours: null,
  }) as DestinationFields;

const refusalOf = (type: string, recipient: string, allowLoopback = false) =>
  checkDestination(destination(type, recipient), { allowLoopback });

/** What must not be called, whatever posts to it: the same vectors as for webhooks. */
const CLOSED = [
  'https://127.0.0.1/hooks',
  'https://10.0.0.1/hooks',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/hooks',
  'https://[fd00:ec2::254]/hooks',
  'https://localhost/hooks',
  'https://internal/hooks',
  'https://2130706433/hooks',
  'https://0x7f.1/hooks',
  'http://example.com/hooks',
  'https://user:secret@example.com/hooks',
  'https://example.com/a\r\nHost: evil',
  'file:///etc/passwd',
];

it.each(['webhook', 'slack', 'teams'].flatMap((type) => CLOSED.map((url) => ({ type, url }))))(
  '49.3, 41.3.2 a destination of $type is not saved with $url',
  ({ type, url }) => {
    expect(refusalOf(type, url)).toMatchObject({ kind: { code: 'INVALID_VALUE' } });
  },
);

it('41.3.2 public addresses are saved, and loopback in the local cloud', () => {
  expect(refusalOf('webhook', 'https://example.com/hooks')).toBeUndefined();
  expect(refusalOf('slack', '#deliveries')).toBeUndefined();
  expect(refusalOf('webhook', 'http://localhost:4000/hooks', true)).toBeUndefined();
  expect(refusalOf('webhook', 'http://localhost:4000/hooks')).toBeDefined();
});

it.each(['ada@example', 'Ada <ada@example.com>', 'ada@example.com\r\nBcc: eve@example.com'])(
  '49.3 an e-mail destination is not saved with %j',
  (recipient) => expect(refusalOf('email', recipient)).toBeDefined(),
);
