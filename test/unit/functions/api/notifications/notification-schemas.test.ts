import { expect, it } from 'vitest';
import { destinationInput } from '../../../../../functions/api/notifications/notification-schemas.ts';

const destination = (subject: string) => ({
  name: 'Customers',
  channels: [{ type: 'email', recipients: ['ops@example.com'], subject }],
});

it.each(['a\nBcc: x@y.zz', 'a\rb', 'a\r\n'])(
  '41.3.3 a subject with a line break is refused: %j',
  (subject) => {
    expect(destinationInput.safeParse(destination('a')).success).toBe(true);
    const { error } = destinationInput.safeParse(destination(subject));
    expect(error?.issues[0]?.path).toEqual(['channels', 0, 'subject']);
  },
);
