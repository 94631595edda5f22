import { expect, it } from 'vitest';
import { isOutage, Outage } from '../../../../../lib/platform/core/outage.ts';

const failure = (fields: object) => Object.assign(new Error('no'), fields);

it.each([
  new Outage('too much'),
  failure({ name: 'ThrottlingException' }),
  failure({ name: 'ProvisionedThroughputExceededException' }),
  failure({ name: 'TimeoutError' }),
  failure({ code: 'ECONNRESET' }),
  failure({ name: 'Whatever', $metadata: { httpStatusCode: 503 } }),
])('%s may pass by itself', (error) => {
  expect(isOutage(error)).toBe(true);
});

it.each([
  failure({ name: 'ValidationException', $metadata: { httpStatusCode: 400 } }),
  failure({ name: 'ConditionalCheckFailedException' }),
  failure({ name: 'AccessDeniedException' }),
  new TypeError('x is not a function'),
  'ThrottlingException',
  undefined,
])('%s does not', (error) => {
  expect(isOutage(error)).toBe(false);
});
