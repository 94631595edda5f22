import { describe, expect, it } from 'vitest';
import { quickstart } from '../../../../../../lib/platform/http/docs/quickstart.ts';

describe('quickstart', () => {
  it('has four lines, each of which can be pasted by itself', () => {
    const steps = quickstart({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'dos_key', externalId: 'first-1' });
    expect(steps.map(({ title }) => title)).toEqual([
      'Create an order',
      'Quote it',
      'Dispatch it to the best quote',
      'Watch until it is delivered',
    ]);
    for (const { line } of steps) {
      expect(line).not.toContain('\n');
      expect(line).toContain("-H 'Authorization: Bearer dos_key'");
      // An unmatched quote would leave the shell waiting for another.
      expect(line.split("'").length % 2).toBe(1);
    }
  });
});
