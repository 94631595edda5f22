import { expect, it } from 'vitest';
import { checkDestination } from '../../../../../lib/reactions/notifications/check-settings.ts';
import type { DestinationFields } from '../../../../../lib/reactions/notifications/settings-context.ts';
import { CLOSED_URLS } from '../../../../support/attacks/closed-addresses.ts';

const destination = (type: string, recipient: string) =>
  ({
    name: 'Team',
    channels: [{ type, recipients: [recipient], message: null, subject: null, emailTemplateId: null }],
    digestMinutes: null,
    quietHours: null,
  }) as DestinationFields;

const refusalOf = (type: string, recipient: string, allowLoopback = false) =>
  checkDestination(destination(type, recipient), { allowLoopback });

it.each(['webhook', 'slack', 'teams'].flatMap((type) => CLOSED_URLS.map(({ url }) => ({ type, url }))))(
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
