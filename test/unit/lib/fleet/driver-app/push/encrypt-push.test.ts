import { expect, test } from 'vitest';
import { encryptPush } from '../../../../../../lib/fleet/driver-app/push/encrypt-push.ts';

/** The example of RFC 8291, section 5. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  entropy: {
    salt: Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'),
    privateKey: Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'),
  },
  encrypted:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('45 7 a push message is encrypted as in the example of the standard', () => {
  const { text, keys, entropy, encrypted } = EXAMPLE;
  expect(Buffer.from(encryptPush({ keys }, text, entropy)).toString('base64url')).toBe(encrypted);
});

test('45 7 a public key that is no point of the curve is refused', () => {
  const { text, keys, entropy } = EXAMPLE;
  const wrong = { ...keys, p256dh: `B${'A'.repeat(86)}` };
  expect(() => encryptPush({ keys: wrong }, text, entropy)).toThrow();
});
