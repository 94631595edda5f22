import { expect, it } from 'vitest';
import { checkSettings, NEW_GROUP } from '../../../../../lib/fulfilment/strategies/check-settings.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';

const providers = { all: [], find: () => undefined };
const outcomeOf = (input: object) => {
  const outcome = checkSettings({ ...NEW_GROUP, label: 'Own' }, input, providers as never);
  return isRefusal(outcome) ? outcome.details : 'accepted';
};

it.each([
  ['leadTimeMinutes', 0, 43_200],
  ['maxAttempts', 1, 10],
  ['driverTimeoutMinutes', 1, 1_440],
  ['costSplitMaxPercentage', 0, 1],
])('3.1 %s is accepted from %d to %d and refused beyond', (field, lowest, highest) => {
  expect(outcomeOf({ [field]: lowest })).toBe('accepted');
  expect(outcomeOf({ [field]: highest })).toBe('accepted');
  for (const beyond of [lowest - 1, highest + 1]) {
    expect(outcomeOf({ [field]: beyond })).toMatchObject({ field, value: beyond });
  }
});

it('3.1 a maximum fee of no cents is accepted, one below is refused', () => {
  expect(outcomeOf({ maxDeliveryFeeCents: 0 })).toBe('accepted');
  expect(outcomeOf({ maxDeliveryFeeCents: -1 })).toMatchObject({ field: 'maxDeliveryFeeCents', value: -1 });
});
