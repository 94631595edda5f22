import * as z from 'zod';
import type { Environment } from '../definition/environment.ts';
import { eventNames } from '../definition/triggers.ts';
import { isForbiddenName, type JsonObject } from '../json.ts';
import { limits } from '../limits.ts';
import { type ActionContext, defineAction, type Outcome, type ReferenceProblem } from './define-action.ts';
import { mustExist, reference, templateText } from './shared/config-parts.ts';
import { effectOn, failed } from './shared/outcomes.ts';
import { jsonObject } from './shared/payload-parts.ts';

const payloadValue = z.union([templateText(1_000), z.number(), z.boolean(), z.null()]);

const config = z
  .strictObject({
    name: reference.optional(),
    customEventDefinitionId: reference.optional(),
    entity: z.enum(['order', 'job']).default('order'),
    payload: z
      .record(z.string().min(1).max(limits.key), payloadValue)
      .refine((payload) => !Object.keys(payload).some(isForbiddenName), 'has a reserved key')
      .optional(),
  })
  .refine(
    ({ name, customEventDefinitionId }) => (name === undefined) !== (customEventDefinitionId === undefined),
    {
      message: 'needs either name or customEventDefinitionId, not both',
    },
  );

const payload = z.strictObject({
  name: z.string().optional(),
  customEventDefinitionId: z.string().optional(),
  payload: jsonObject,
});

/** Records a custom event on the order or job, which may start other workflows (specification 4.6.3). */
export const emitCustomEvent = defineAction({
  key: 'emit_custom_event',
  title: 'Emit a custom event',
  config,
  payload,
  effect: 'change',
  needs: [],
  synchronous: true,
  templates: (settings) =>
    Object.entries(settings.payload ?? {}).flatMap(([key, source]) =>
      typeof source === 'string' ? [{ field: `payload.${key}`, source }] : [],
    ),
  uses: ({ name, customEventDefinitionId }) => {
    const id = name ?? customEventDefinitionId;
    return id === undefined ? [] : [{ kind: 'custom_event', id }];
  },
  references: eventProblems,
  plan,
});

function eventProblems(
  { name, customEventDefinitionId: id }: z.infer<typeof config>,
  { customEvents }: Environment,
): readonly ReferenceProblem[] {
  if (id !== undefined) {
    const ids = customEvents?.filter(({ isArchived }) => !isArchived).map((event) => event.id);
    return mustExist('customEventDefinitionId', 'custom event definition', id, ids);
  }
  if (name === undefined) return [];
  // A custom event with the name of a built-in one would start the workflows that listen to that.
  if (eventNames.includes(name)) {
    return [{ field: 'name', message: `"${name}" is a built-in event, which only the service can emit.` }];
  }
  const isArchived = customEvents?.some((event) => event.key === name && event.isArchived);
  return isArchived
    ? [{ field: 'name', message: `The custom event "${name}" is archived. Use another.` }]
    : [];
}

function plan(context: ActionContext, settings: z.infer<typeof config>): Outcome<z.infer<typeof payload>> {
  const filled: Record<string, JsonObject[string]> = {};
  for (const [key, value] of Object.entries(settings.payload ?? {})) filled[key] = context.value(value);
  const bytes = new TextEncoder().encode(JSON.stringify(filled)).length;
  if (bytes > limits.eventPayload) {
    return failed(`The event's payload has ${bytes} bytes; the limit is ${limits.eventPayload}.`);
  }
  const { name, customEventDefinitionId } = settings;
  const event = name === undefined ? { customEventDefinitionId } : { name };
  return effectOn(context, settings.entity, { ...event, payload: filled });
}
