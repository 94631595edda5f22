import * as z from 'zod';
import { fleetNotFound, invalidFleetInput } from '../../../lib/fleet/fleet/index.ts';
import { invalidTemplate, upsertTemplates as upsert } from '../../../lib/fleet/templates/index.ts';
import { invalidWindow, windowNotFound } from '../../../lib/ordering/windows/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { editorOf, windowEndpoint } from '../windows/deps.ts';
import { readTemplate, renderTemplate, templateInput, templateReply } from './template-schemas.ts';

const example = {
  type: 'DELIVERY_WINDOW' as const,
  externalId: 'weekday-mornings',
  name: 'Morning',
  startDatetime: '2026-03-02T00:00:00Z',
  daysOfWeek: ['MONDAY', 'WEDNESDAY'],
  createInstancesUpToValue: 2,
  createInstancesUpToUnit: 'WEEKS',
  deliveryWindowTemplatePayload: { startTimeLocal: '10:00', endTimeLocal: '12:00', maximumCapacity: 40 },
};

export const upsertTemplates = windowEndpoint({
  name: 'upsertTemplates',
  method: 'POST',
  path: '/v1/templates/upsert',
  area: 'Delivery windows',
  summary: 'Create or change templates of delivery windows and shifts',
  description:
    'A template creates a window or a shift for each of its weekdays, now and as time passes, as far ahead ' +
    'as it says. An invalid template refuses all of them. `version` of a row, or `If-Match` for all of them, refuses the change if ' +
    'others have changed the template since. Templates of shifts also need WRITE_FLEET.',
  permission: 'WRITE_DELIVERY_WINDOW',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: z.object({
    templates: z.array(templateInput).min(1).max(20).meta({ description: 'The templates.' }),
  }),
  bodyExample: { templates: [example] },
  reply: z.object({ templates: z.array(templateReply) }),
  replyExample: {
    templates: [
      {
        id: 'tpl_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
        type: 'DELIVERY_WINDOW',
        payload: example.deliveryWindowTemplatePayload,
        externalId: example.externalId,
        name: example.name,
        timezoneId: 'America/Los_Angeles',
        startDatetime: '2026-03-02T00:00:00.000Z',
        daysOfWeek: example.daysOfWeek,
        generationFrequencyValue: 1,
        generationFrequencyUnit: 'DAYS',
        createInstancesUpToValue: 2,
        createInstancesUpToUnit: 'WEEKS',
        overrideExistingInstances: false,
        instances: 4,
        version: 1,
        createdAt: '2026-03-01T01:11:51.000Z',
        updatedAt: '2026-03-01T01:11:51.000Z',
      },
    ],
  },
  refusals: [
    invalidTemplate,
    contentionOver('template'),
    invalidWindow,
    windowNotFound,
    contentionOver('delivery window'),
    invalidFleetInput,
    fleetNotFound,
    contentionOver('shift'),
  ],
  async handle({ input: { body }, ctx }) {
    const { caller } = ctx;
    if (body.templates.some(({ type }) => type === 'SHIFT') && !caller.permissions.includes('WRITE_FLEET')) {
      return forbidden(
        'Shift templates need the permission WRITE_FLEET, which this caller does not have. Send only window templates.',
        {
          permission: 'WRITE_FLEET',
        },
      );
    }
    const editor = { ...editorOf(ctx), driverGroupIds: caller.driverGroupIds };
    const { timeZone } = await preferencesOf(ctx);
    const inputs = body.templates
      .map(readTemplate)
      .map((input) => ({ ...input, version: input.version ?? ctx.expectedVersion }));
    const saved = await upsert(ctx, editor, inputs, timeZone);
    return isRefusal(saved) ? saved : { templates: saved.map(renderTemplate) };
  },
});
