import { expect, it } from 'vitest';
import { isEmailAddress } from '../../../../../lib/platform/core/email-address.ts';

it.each(['ada@example.com', "o'hara+tag@mail.example.co.uk", 'jörg@müller.de', 'a_b-c@x-y.io'])(
  '49.3 %j is an address',
  (text) => expect(isEmailAddress(text)).toBe(true),
);

it.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@@example.com',
  'ada@example.com@evil.example',
  'ada..b@example.com',
  '.ada@example.com',
  'ada@-example.com',
  'ada@example..com',
  'ada@127.0.0.1',
  'Ada <ada@example.com>',
  'ada@example.com,eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'ada\n@example.com',
  ' ada@example.com',
  `${'a'.repeat(65)}@example.com`,
  `ada@${'a'.repeat(64)}.com`,
])('49.3 %j is none', (text) => expect(isEmailAddress(text)).toBe(false));
