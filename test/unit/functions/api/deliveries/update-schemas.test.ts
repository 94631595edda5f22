import { describe, expect, it } from 'vitest';
import { updateSchema } from '../../../../../functions/api/deliveries/update-schemas.ts';

describe('11.1 addresses of pictures', () => {
  const proof = (imageUrl: string) => ({
    proofOfDelivery: [{ podType: 'photo_proof_of_delivery', imageUrl }],
  });

  it.each(['https://example.com/door.jpg', 'http://fleet.example/1'])('may be %s', (url) => {
    expect(updateSchema.safeParse(proof(url)).success).toBe(true);
    expect(updateSchema.safeParse({ courier: { profileImageUrl: url } }).success).toBe(true);
  });

  it.each([['javascript:alert(1)'], ['data:text/html,hello'], ['file:///etc/hosts'], ['door.jpg']])(
    'are not %s, which a console would run or could not show',
    (url) => {
      expect(updateSchema.safeParse(proof(url)).success).toBe(false);
      expect(updateSchema.safeParse({ courier: { profileImageUrl: url } }).success).toBe(false);
    },
  );
});

describe('a failure', () => {
  it.each(['failed', 'canceled_by_provider'])('explains the status %s', (status) => {
    expect(updateSchema.safeParse({ status, failure: { code: 'other' } }).success).toBe(true);
  });

  it.each(['dropoff_complete', 'pickup_enroute', undefined])('does not go with the status %s', (status) => {
    const { error } = updateSchema.safeParse({ status, failure: { code: 'other' } });
    expect(error?.issues[0]?.path).toEqual(['failure']);
  });
});
