import * as z from 'zod';

/**
 * What became of an effect, as its carrier reports it. `held` is a notification that had gone out before.
 * A report that comes twice, late or for a node that is done is harmless.
 */
export const backgroundResultSchema = z.strictObject({
  effectKey: z.string().min(1).max(256),
  outcome: z.enum(['succeeded', 'failed', 'held']),
  /** The reply, where the effect has one. */
  value: z.unknown().optional(),
  /** Why it failed, as a sentence for the merchant. */
  reason: z.string().max(2_000).optional(),
  /** Where it failed, for the effects that tell stages apart. */
  stage: z.string().max(64).optional(),
});

/** What became of an effect. */
export type BackgroundResult = z.infer<typeof backgroundResultSchema>;
