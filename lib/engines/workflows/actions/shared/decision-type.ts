import * as z from 'zod';
import { isForbiddenName, type JsonObject } from '../../json.ts';
import { limits } from '../../limits.ts';

const share = z.number().min(0).max(1);
const minimumConfidence = share.default(0.7).describe('A reply with lower confidence is uncertain');

/** Branches that every type of decision has. */
export const UNCERTAIN = 'uncertain';
export const ERROR = 'error';

/** The three types of decision (specification 4.6.16). */
export const decisionType = z.discriminatedUnion('type', [
  z
    .strictObject({
      type: z.literal('yes_no'),
      yesThreshold: share.default(0.7).describe('Yes at this probability or more'),
      noThreshold: share.default(0.3).describe('No at this probability or less'),
    })
    .refine(({ yesThreshold, noThreshold }) => noThreshold < yesThreshold, {
      message: 'needs a noThreshold that is less than its yesThreshold',
    }),
  z.strictObject({
    type: z.literal('choice'),
    choices: z
      .array(
        z.strictObject({
          key: z
            .string()
            .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ and -')
            .refine(
              (key) => key !== UNCERTAIN && key !== ERROR && !isForbiddenName(key),
              'is a reserved key',
            ),
          label: z.string().max(limits.label).optional(),
          description: z.string().max(1_000).optional(),
        }),
      )
      .min(2)
      .max(limits.outcomes)
      .refine(
        (choices) => new Set(choices.map(({ key }) => key)).size === choices.length,
        'has the same key twice',
      ),
    minimumConfidence,
  }),
  z
    .strictObject({
      type: z.literal('score'),
      rubric: z
        .array(z.strictObject({ score: z.number(), description: z.string().min(1).max(1_000) }))
        .min(2)
        .max(limits.rubricLevels)
        .refine(
          (levels) => new Set(levels.map(({ score }) => score)).size === levels.length,
          'has the same score twice',
        ),
      threshold: z.number().describe('A score at or above it counts as above'),
      minimumConfidence,
    })
    .refine(({ rubric, threshold }) => {
      const scores = rubric.map(({ score }) => score);
      return scores.some((score) => score >= threshold) && scores.some((score) => score < threshold);
    }, 'needs a threshold that splits its rubric in two'),
]);

/** A type of decision with its settings. */
export type Decision = z.infer<typeof decisionType>;

/** Branch keys that the decisions of a type always have; those of a choice are its own, besides the last two. */
export const branchesOfDecisions: Readonly<Record<Decision['type'], readonly string[]>> = Object.freeze({
  yes_no: ['yes', 'no', UNCERTAIN, ERROR],
  choice: [UNCERTAIN, ERROR],
  score: ['above', 'below', UNCERTAIN, ERROR],
});

/** Branch keys the decision's edges can have (specification 4.6.16). */
export function decisionBranches(decision: Decision): readonly string[] {
  const own = decision.type === 'choice' ? decision.choices.map(({ key }) => key) : [];
  return [...own, ...branchesOfDecisions[decision.type]];
}

/** Shape of the model's reply. */
export function replySchema(decision: Decision): z.ZodType<Reply> {
  const confidence = share.describe('Your confidence, from 0 to 1');
  const reason = z.string().max(2_000).optional().describe('One sentence');
  if (decision.type === 'yes_no') {
    return z.object({ probability: share.describe('Probability that the answer is yes'), reason });
  }
  if (decision.type === 'choice') {
    return z.object({ choice: z.enum(decision.choices.map(({ key }) => key)), confidence, reason });
  }
  return z.object({ score: z.literal(decision.rubric.map(({ score }) => score)), confidence, reason });
}

/**
 * `replySchema` as JSON Schema, for the model. Written out because the code that would derive it is left out of the
 * bundles.
 */
export function replyJsonSchema(decision: Decision): JsonObject {
  const confidence = { type: 'number', minimum: 0, maximum: 1, description: 'Your confidence, from 0 to 1' };
  const reason = { type: 'string', maxLength: 2_000, description: 'One sentence' };
  const object = (properties: JsonObject): JsonObject => ({
    type: 'object',
    properties: { ...properties, reason },
    required: Object.keys(properties),
    additionalProperties: false,
  });
  if (decision.type === 'yes_no') {
    return object({ probability: { ...confidence, description: 'Probability that the answer is yes' } });
  }
  return decision.type === 'choice'
    ? object({ choice: { type: 'string', enum: decision.choices.map(({ key }) => key) }, confidence })
    : object({ score: { type: 'number', enum: decision.rubric.map(({ score }) => score) }, confidence });
}

/** A reply of any of the three types. */
export interface Reply {
  readonly probability?: number | undefined;
  readonly choice?: string | undefined;
  readonly score?: number | undefined;
  readonly confidence?: number | undefined;
  readonly reason?: string | undefined;
}

/** The meaning of a well-formed reply: the branch, and what the node publishes. */
export interface Verdict {
  readonly branch: string;
  readonly value: string | number;
  readonly probability: number | null;
  readonly confidence: number;
}

/** Maps a reply that fits `replySchema` to its branch. */
export function judge(decision: Decision, reply: Reply): Verdict {
  if (decision.type === 'yes_no') {
    const probability = reply.probability ?? 0;
    const yes = probability >= decision.yesThreshold;
    const no = probability <= decision.noThreshold;
    const value = probability >= 0.5 ? 'yes' : 'no';
    const branch = yes ? 'yes' : no ? 'no' : UNCERTAIN;
    return { branch, value, probability, confidence: Math.max(probability, 1 - probability) };
  }
  const confidence = reply.confidence ?? 0;
  const sure = confidence >= decision.minimumConfidence;
  if (decision.type === 'choice') {
    const value = reply.choice ?? '';
    return { branch: sure ? value : UNCERTAIN, value, probability: null, confidence };
  }
  const value = reply.score ?? 0;
  const side = value >= decision.threshold ? 'above' : 'below';
  return { branch: sure ? side : UNCERTAIN, value, probability: null, confidence };
}

/** The part of the prompt that explains the decision. */
export function describeDecision(decision: Decision): string {
  if (decision.type === 'yes_no') return 'Answer the question with the probability that the answer is yes.';
  if (decision.type === 'choice') {
    const lines = decision.choices.map(
      ({ key, label, description }) => `- ${key}: ${[label, description].filter(Boolean).join(': ') || key}`,
    );
    return ['Choose exactly one outcome by its key:', ...lines].join('\n');
  }
  const lines = decision.rubric.map(({ score, description }) => `- ${score}: ${description}`);
  return ['Give the score of the level of this rubric that fits best:', ...lines].join('\n');
}
