import * as z from 'zod';

/**
 * Result of an effect, as its worker reports it. `held` is a notification that had been sent before. A report
 * that comes twice, late or for a finished node is harmless.
 */
export const backgroundResultSchema = z.strictObject({
  effectKey: z.string().min(1).max(256),
  outcome: z.enum(['succeeded', 'failed', 'held']),
  /** The reply, if the effect has one. */
  value: z.unknown().optional(),
  /** Why it failed, as a sentence for the merchant. */
  reason: z.string().max(2_000).optional(),
  /** Stage at which it failed, for effects with stages. */
  stage: z.string().max(64).optional(),
});

/** Result of an effect. */
export type BackgroundResult = z.infer<typeof backgroundResultSchema>;
