import { expect, it } from 'vitest';
import { readVerdict, writeVerdict } from '../../../../../lib/platform/http/key-verdict.ts';
import { anyGrant } from '../../../../support/http-event.ts';

it('a grant comes through as it is, in characters that the cache of API Gateway hands on', () => {
  const grant = anyGrant({
    storeLocationIds: ['Käse "und" Brot', '🧀'],
    expiresAt: '2027-01-01T00:00:00.000Z',
  });
  const context = writeVerdict({ grant });
  expect(Object.values(context).join('')).toMatch(/^[\w-]+$/);
  expect(readVerdict(context)).toEqual({ grant });
});

it('a refusal comes through, and a route without its authorizer has no verdict', () => {
  expect(readVerdict(writeVerdict({ refusal: 'expired' }))).toEqual({ refusal: 'expired' });
  expect(readVerdict(undefined)).toBeUndefined();
  expect(readVerdict({})).toBeUndefined();
});
