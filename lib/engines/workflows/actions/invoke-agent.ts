import * as z from 'zod';
import type { Environment } from '../definition/environment.ts';
import type { FieldType } from '../fields/define-field.ts';
import { isForbiddenName, type Json, type JsonObject, own } from '../json.ts';
import type { BackgroundResult } from './background-result.ts';
import {
  type ActionContext,
  defineAction,
  type Failed,
  type Outcome,
  type ReferenceProblem,
  type SettleContext,
  type Settled,
} from './define-action.ts';
import {
  mustExist,
  onFailure,
  reference,
  templatesOf,
  templateText,
  timeoutSeconds,
} from './shared/config-parts.ts';
import { jsonObject, seconds, text, textOrNull } from './shared/payload-parts.ts';

const config = z.strictObject({
  agentId: reference,
  instructions: templateText().optional(),
  timeoutSeconds,
  onFailure,
});

type Config = z.infer<typeof config>;

const payload = z.strictObject({
  agentId: text,
  instructions: textOrNull,
  entities: jsonObject,
  triggerMetadata: jsonObject.nullable(),
  customEvent: jsonObject.nullable(),
  nodeOutputs: jsonObject,
  timeoutSeconds: seconds,
});

/** What the node publishes besides the fields of the agent's output format. */
const OWN_OUTPUTS = { report: 'text', status: 'text', error: 'text' } as const;

/**
 * Asks a custom agent that reports and changes nothing (specification 4.6.17). It receives the triggering entity,
 * the trigger metadata and the outputs upstream; its result is the report, and one typed value for each field of
 * its output format.
 */
export const invokeAgent = defineAction({
  key: 'invoke_agent',
  title: 'Invoke an agent',
  config,
  payload,
  effect: 'work',
  needs: [],
  synchronous: false,
  readsUpstream: true,
  looksUp: ['agents'],
  templates: ({ instructions }) => templatesOf({ instructions }),
  outputs: OWN_OUTPUTS,
  moreOutputs: ({ agentId }, environment) => formatOf(agentId, environment),
  uses: ({ agentId: id }) => [{ kind: 'agent', id }],
  references: agentProblems,
  timeoutSeconds: (settings) => settings.timeoutSeconds,
  plan,
  failure,
  settle,
});

function formatOf(agentId: string, environment: Environment): Readonly<Record<string, FieldType>> {
  const format = environment.agents?.find(({ id }) => id === agentId)?.outputFormat ?? {};
  const usable = Object.entries(format).filter(
    ([name]) => !Object.hasOwn(OWN_OUTPUTS, name) && !isForbiddenName(name),
  );
  return Object.fromEntries(usable);
}

function agentProblems({ agentId }: Config, { agents }: Environment): readonly ReferenceProblem[] {
  const agent = agents?.find(({ id }) => id === agentId);
  if (agents === undefined || agent?.reportOnly === true) return [];
  if (agent !== undefined) {
    return [
      {
        field: 'agentId',
        message: `The agent "${agentId}" can change things; only report-only agents can be selected.`,
      },
    ];
  }
  const selectable = agents.filter(({ reportOnly }) => reportOnly).map(({ id }) => id);
  return mustExist('agentId', 'report-only agent', agentId, selectable);
}

function plan(context: ActionContext, settings: Config): Outcome<z.infer<typeof payload>> {
  const [refused] = agentProblems(settings, context.environment);
  if (refused !== undefined) return failure(settings, refused.message);
  const { trigger_metadata: triggerMetadata, custom_event: customEvent, ...entities } = context.entities;
  return {
    kind: 'effect',
    payload: {
      agentId: settings.agentId,
      instructions: settings.instructions === undefined ? null : context.text(settings.instructions),
      entities: entities as JsonObject,
      triggerMetadata: triggerMetadata ?? null,
      customEvent: customEvent ?? null,
      nodeOutputs: context.upstreamOutputs,
      timeoutSeconds: settings.timeoutSeconds,
    },
  };
}

function settle(context: SettleContext, settings: Config, result: BackgroundResult): Settled {
  if (result.outcome !== 'succeeded')
    return failure(settings, result.reason ?? 'The agent returned no report.');
  const report = own(result.value, 'report');
  if (typeof report !== 'string') return failure(settings, 'The agent returned no report.');
  const given = own(result.value, 'fields');
  const outputs: Record<string, Json> = { report, status: 'completed', error: null };
  const missing: string[] = [];
  for (const [name, type] of Object.entries(formatOf(settings.agentId, context.environment))) {
    const value = own(given, name);
    const fits = value !== undefined && value !== null && isOfType(value, type);
    if (!fits) missing.push(name);
    outputs[name] = fits ? value : null;
  }
  return { kind: 'completed', outputs, missing };
}

function isOfType(value: Json, type: FieldType): boolean {
  if (type === 'json') return true;
  if (type === 'list') return Array.isArray(value);
  return typeof value === (type === 'number' || type === 'boolean' ? type : 'string');
}

function failure(settings: Config, reason: string): Failed {
  const outputs = { report: null, status: 'error', error: reason };
  return { kind: 'failed', reason, outputs, goOn: settings.onFailure === 'continue' };
}
