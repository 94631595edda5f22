import type * as z from 'zod';
import { type Json, type JsonObject, own } from '../../json.ts';
import { type ActionContext, defineAction, type Failed, type TemplateUse } from '../define-action.ts';

/** The settings that every action with a report has. */
interface ReportConfig {
  readonly timeoutSeconds: number;
  readonly onFailure: 'fail' | 'continue';
}

/** Declares a background action whose result is a text, published as `__<output>` and `__status`. */
export function reportAction<
  const Key extends string,
  Config extends ReportConfig,
  Payload extends JsonObject & { timeoutSeconds: number },
>(spec: {
  readonly key: Key;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  readonly payload: z.ZodType<Payload>;
  readonly output: string;
  readonly templates: (config: Config) => readonly TemplateUse[];
  readonly compose: (context: ActionContext, config: Config) => NoInfer<Payload>;
}) {
  const { output } = spec;
  const failure = (config: Config, reason: string): Failed => ({
    kind: 'failed',
    reason,
    outputs: { [output]: null, status: 'error' },
    goOn: config.onFailure === 'continue',
  });
  return defineAction({
    key: spec.key,
    title: spec.title,
    config: spec.config,
    payload: spec.payload,
    effect: 'work',
    needs: [],
    synchronous: false,
    templates: spec.templates,
    outputs: { [output]: 'text', status: 'text' },
    timeoutSeconds: (config) => config.timeoutSeconds,
    plan: (context, config) => ({
      kind: 'effect',
      payload: spec.compose(context, config),
    }),
    failure,
    settle: (_context, config, result) => {
      const text: Json | undefined =
        typeof result.value === 'string' ? result.value : own(result.value, output);
      if (result.outcome === 'succeeded' && typeof text === 'string') {
        return { kind: 'completed', outputs: { [output]: text, status: 'completed' } };
      }
      return failure(config, result.reason ?? 'There was no result.');
    },
  });
}
