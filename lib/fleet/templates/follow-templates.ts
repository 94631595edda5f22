import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { armTimer, readTimer } from '../../platform/timers/index.ts';
import { makeInstances, type TemplateDeps } from './make-instances.ts';
import { isTemplateOver } from './plan-instances.ts';
import { lengthOf, templateEntity } from './template.ts';
import { templateTimer } from './template-timer.ts';

/** Creates the further windows or shifts of a template, and sets the timer for the next time. */
export async function followTemplate(deps: TemplateDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const fired = templateTimer.fired.parse(event).data;
  const { templateId } = fired.data;
  const stored = await deps.table.get(templateEntity, { organizationId, id: templateId });
  if (!stored) return;
  const actor = { type: 'system', id: 'system', name: 'Templates' } as const;
  const origin = { organizationId, actor, cause: `timer:${templateTimer.kind}` };
  const editor = { organizationId, storeLocationIds: null, driverGroupIds: null, origin };
  const made = await makeInstances(deps, editor, { ...stored.value, overrideExistingInstances: false });
  if (isRefusal(made)) {
    deps.log.warn('templates.refused', 'A template could not create further instances.', {
      organizationId,
      templateId,
      reason: made.message,
    });
  }
  const timer = { organizationId, kind: templateTimer, subject: templateId };
  const row = await readTimer(deps.table, timer);
  // Another worker, or an earlier delivery of this event, has set it again.
  if (row?.value.state === 'armed') return;
  const now = deps.clock.now();
  // A change of the template sets it again.
  if (isTemplateOver(stored.value, now)) return;
  await deps.table.write(
    armTimer({
      ...timer,
      dueAt: toInstant(now + lengthOf(stored.value.generationFrequency)),
      data: { templateId },
      occurredAt: toInstant(now),
      stored: row,
    }),
  );
}
