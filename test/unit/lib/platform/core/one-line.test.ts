import { expect, it } from 'vitest';
import { oneLine } from '../../../../../lib/platform/core/one-line.ts';

it('41.3.3 a subject is one line, whatever its variables hold', () => {
  expect(oneLine(' Order\r\nBcc: x@y.zz \n')).toBe('Order Bcc: x@y.zz');
});
