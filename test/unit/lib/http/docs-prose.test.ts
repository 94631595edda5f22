import { expect, it } from 'vitest';
import { prose } from '../../../../lib/http/docs/html.ts';

it('descriptions may hold lists, code and bold text; markup in them is shown, not run', () => {
  expect(prose('Rules:\n- `a` is set\n- **b** < 1\n\nEnd.')?.text).toBe(
    '<p>Rules:</p><ul><li><code>a</code> is set</li><li><strong>b</strong> &#60; 1</li></ul><p>End.</p>',
  );
});
