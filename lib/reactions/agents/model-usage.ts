import * as z from 'zod';
import type { Model, ModelReply, ModelRequest, ModelUsage } from '../../engines/models/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, save } from '../../platform/table/index.ts';

/** Maximum number of questions and tokens that an organization may spend on models per day (UTC). */
export const DAILY_QUESTIONS = 5_000;
export const DAILY_TOKENS = 5_000_000;

/** Usage is kept for 90 days. */
const LIFE_SECONDS = 90 * 24 * 3600;

const usageSchema = z.object({
  organizationId: z.string(),
  /** `2026-03-05`. */
  day: z.string(),
  questions: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
});

/** What an organization spent on models in a day. */
export const modelUsageEntity = defineEntity<
  z.infer<typeof usageSchema>,
  { organizationId: string; day: string }
>({
  name: 'modelUsage',
  schema: usageSchema,
  partition: ({ organizationId, day }) => ({ organizationId, type: 'modelUsage', id: day }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ day }) => Math.floor(Date.parse(day) / 1000) + LIFE_SECONDS,
});

type Deps = Pick<CoreDeps, 'table' | 'clock'>;

/** Asks a model unless the organization has reached its daily limit, and counts the tokens of the answer. */
export async function askWithinLimit(
  deps: Deps,
  model: Model,
  organizationId: string,
  request: ModelRequest,
): Promise<ModelReply> {
  const problem = await dailyLimitProblem(deps, organizationId);
  if (problem !== undefined) return { problem };
  const answer = await model.ask(request);
  await countUsage(deps, organizationId, answer);
  return answer;
}

/** Why the organization may not ask a model any more today; undefined when it may. */
export async function dailyLimitProblem(
  { table, clock }: Deps,
  organizationId: string,
): Promise<string | undefined> {
  const spent = (await table.get(modelUsageEntity, { organizationId, day: dayOf(clock) }))?.value;
  const tokens = (spent?.inputTokens ?? 0) + (spent?.outputTokens ?? 0);
  if ((spent?.questions ?? 0) < DAILY_QUESTIONS && tokens < DAILY_TOKENS) return undefined;
  return `The organization has asked models ${spent?.questions} times today with ${tokens} tokens. The limit is ${DAILY_QUESTIONS} questions or ${DAILY_TOKENS} tokens a day. Try again tomorrow.`;
}

/** Counts a question of the organization and the tokens of its answer. */
export async function countUsage(
  { table, clock }: Deps,
  organizationId: string,
  answer: { readonly usage: ModelUsage } | { readonly problem: string },
): Promise<void> {
  const day = dayOf(clock);
  const took = 'usage' in answer ? answer.usage : { inputTokens: 0, outputTokens: 0 };
  await retryLostRace(clock, async () => {
    const stored = await table.get(modelUsageEntity, { organizationId, day });
    const before = stored?.value;
    const next = {
      organizationId,
      day,
      questions: (before?.questions ?? 0) + 1,
      inputTokens: (before?.inputTokens ?? 0) + took.inputTokens,
      outputTokens: (before?.outputTokens ?? 0) + took.outputTokens,
    };
    return (await table.write([save(modelUsageEntity, stored, next)])).ok;
  });
}

const dayOf = (clock: Deps['clock']) => toInstant(clock.now()).slice(0, 10);
