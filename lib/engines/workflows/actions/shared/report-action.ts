import type * as z from 'zod';
import { type Json, type JsonObject, own } from '../../json.ts';
import {
  type Action,
  type ActionContext,
  defineAction,
  type Failed,
  type TemplateUse,
} from '../define-action.ts';

/** The settings that every action with a report has. */
interface ReportConfig {
  readonly timeoutSeconds: number;
  readonly onFailure: 'fail' | 'continue';
}

/** Declares a background action whose result is a text, published as `__<output>` and `__status`. */
export function reportAction<Config extends ReportConfig>(spec: {
  readonly key: string;
  readonly title: string;
  readonly config: z.ZodType<Config>;
  readonly output: string;
  readonly templates: (config: Config) => readonly TemplateUse[];
  readonly payload: (context: ActionContext, config: Config) => JsonObject;
}): Action {
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
    needs: [],
    synchronous: false,
    background: true,
    templates: spec.templates,
    outputs: () => ({ [output]: 'text', status: 'text' }),
    timeoutSeconds: (config) => config.timeoutSeconds,
    plan: (context, config) => ({
      kind: 'effect',
      payload: { ...spec.payload(context, config), timeoutSeconds: config.timeoutSeconds },
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
