import * as z from 'zod';

/** When a planned break may be taken. Without a rule, a break stays where it stands among the stops. */
export const breakRuleSchema = z.discriminatedUnion('kind', [
  /** From the earliest start to the latest end. */
  z.object({ kind: z.literal('window'), from: z.string(), to: z.string() }),
  /** Latest start, in seconds of work. */
  z.object({ kind: z.literal('after-work'), seconds: z.int() }),
]);

/** When a planned break may be taken. */
export type BreakRule = z.infer<typeof breakRuleSchema>;
