import { expect, test, vi } from 'vitest';
import { oncePerFunction } from '../../../../../lib/platform/runtime/index.ts';

test('each function makes its dependencies once, when it first needs them', () => {
  let made = 0;
  const deps = oncePerFunction(() => {
    made += 1;
    return { name: process.env.AWS_LAMBDA_FUNCTION_NAME };
  });
  expect(made).toBe(0);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'orders');
  const ofOrders = deps();
  expect(deps()).toBe(ofOrders);
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'jobs');
  expect(deps()).toEqual({ name: 'jobs' });
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'orders');
  expect(deps()).toBe(ofOrders);
  expect(made).toBe(2);
});
