import * as z from 'zod';

/** Where a browser gets push messages, and the keys for which they are encrypted: `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  /** Address at the browser's push service. */
  endpoint: z.string().max(1_000),
  keys: z.object({
    /** The browser's public key: a point of P-256 in base64url. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'is not an uncompressed point of P-256 in base64url'),
    /** 16 random bytes in base64url. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'is not 16 bytes in base64url'),
  }),
});

export type PushSubscription = z.output<typeof pushSubscription>;
