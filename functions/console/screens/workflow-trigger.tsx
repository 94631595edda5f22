import { helpWithin, nameWithin, titleOfEvent } from '../kit/api-names.ts';
import { DELIVERY_STATUSES } from '../kit/delivery-statuses.ts';
import { FieldInput, type Values } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { useLive } from '../kit/live.ts';
import { timeZone } from '../kit/me.ts';
import { timeZones } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { type Blocks, blockOf, type SettingSchema, type Trigger } from './workflow-blocks.ts';
import { Settings } from './workflow-settings.tsx';
import type { NodeContext } from './workflow-text.tsx';

/** What starts the workflow, with the parameters that this takes. */
export function TriggerForm({
  blocks,
  trigger,
  context,
  onChange,
}: {
  blocks: Blocks;
  trigger: Trigger;
  context: NodeContext;
  onChange: (trigger: Trigger) => void;
}) {
  const block = blockOf(blocks, trigger);
  const groups = Map.groupBy(blocks.triggers, (one) => groupOf(one));
  const { properties = {}, required = [] } = block?.parametersSchema ?? {};
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...others } = trigger;
    const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    onChange((isEmpty ? others : { ...others, [name]: value }) as Trigger);
  };
  const wanted = [...(block?.requiredParameters ?? []), ...required];
  return (
    <>
      <div class="field wide">
        <label for="workflow-trigger">{automationTexts.editor.starts}</label>
        <select
          id="workflow-trigger"
          value={block?.key ?? ''}
          onChange={(event) => onChange(freshTrigger(blocks, event.currentTarget.value))}
        >
          {[...groups].map(([group, triggers]) => (
            <optgroup key={group} label={group}>
              {triggers.map((one) => (
                <option key={one.key} value={one.key}>
                  {titleOfEvent(one)}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {context.errorAt('eventName') && <span class="error">{context.errorAt('eventName')}</span>}
      </div>
      {block?.key === 'custom_event' && (
        <FieldInput
          id="workflow-event"
          field={{
            name: 'eventName',
            label: automationTexts.editor.customEvent,
            kind: 'choice',
            options: 'customEventKeys',
            required: true,
          }}
          value={trigger.eventName}
          error={context.errorAt('customEventDefinitionId')}
          onChange={(eventName) =>
            onChange({ triggerType: 'event', ...(eventName ? { eventName: String(eventName) } : {}) })
          }
        />
      )}
      {Object.entries(properties)
        .filter(([name]) => !(name in HANDLED) && !(name === 'offset_minutes' && trigger.direction === 'at'))
        .map(([name, schema]) => (
          <FieldInput
            key={`${block?.key} ${name}`}
            id={`workflow-${name}`}
            field={{
              name,
              label: automationTexts.editor.settings[name] ?? nameWithin(block?.key, name),
              required: wanted.includes(name),
              ...helpWithin(block?.key, name, schema.description),
              ...kindOf(name, block?.directions ?? []),
            }}
            value={trigger[name]}
            error={context.errorAt(name)}
            onChange={(value) => set(name, value)}
          />
        ))}
      {'notificationTriggerParameters' in properties && (
        <Parameters
          trigger={trigger}
          context={context}
          onChange={(value) => set('notificationTriggerParameters', value)}
        />
      )}
    </>
  );
}

/** Parameters with an input of their own. */
const HANDLED: Readonly<Record<string, true>> = {
  customEventDefinitionId: true,
  notificationTriggerParameters: true,
};

function kindOf(name: string, directions: readonly string[]) {
  switch (name) {
    case 'direction':
      return { kind: 'choice', options: directions.map((one) => [one, words(one)] as const) } as const;
    case 'offset_minutes':
      return { kind: 'number' } as const;
    case 'deliveryStatuses':
      return {
        kind: 'choices',
        options: DELIVERY_STATUSES.map((one) => [one, words(one)] as const),
      } as const;
    case 'eventTriggerType':
      return { kind: 'choice', options: 'triggerTypes' } as const;
    case 'timeZone':
      return { kind: 'choice', options: timeZones(), nothing: 'UTC' } as const;
    default:
      return {};
  }
}

/** Under what a trigger is listed: its entity, or the way that it starts. */
function groupOf({ key, triggerType }: Blocks['triggers'][number]): string {
  if (triggerType !== 'event' || key === 'custom_event') return automationTexts.editor.otherStarts;
  return words(key.split(/[._]/)[0]);
}

/** A trigger as it is first chosen: schedules are in the organization's time zone. */
export function freshTrigger(blocks: Blocks, key: string): Trigger {
  const block = blocks.triggers.find((one) => one.key === key);
  if (!block || block.triggerType === 'event') {
    const direction = block?.directions.includes('before') ? 'before' : block?.directions[0];
    return {
      triggerType: 'event',
      ...(key === 'custom_event' ? {} : { eventName: key }),
      ...(direction ? { direction } : {}),
    };
  }
  return {
    triggerType: block.triggerType,
    ...(key === 'cron' ? { cronExpression: '0 8 * * *', timeZone: timeZone() } : {}),
  };
}

/** Parameters of the notification trigger that is listened to. */
function Parameters({
  trigger,
  context,
  onChange,
}: {
  trigger: Trigger;
  context: NodeContext;
  onChange: (value: Values | undefined) => void;
}) {
  const { data } = useLive<{
    readonly triggers: readonly { readonly type: string; readonly parametersSchema: SettingSchema }[];
  }>('/v1/notification-triggers/catalog', {}, 0);
  const schema = data?.triggers.find(({ type }) => type === trigger.eventTriggerType)?.parametersSchema;
  if (!schema?.properties || Object.keys(schema.properties).length === 0) return null;
  const path = 'notificationTriggerParameters';
  return (
    <fieldset class="setting-group wide">
      <legend>{m.notifications.when}</legend>
      <div class="fields">
        <Settings
          key={String(trigger.eventTriggerType)}
          schema={schema}
          value={(trigger[path] as Values | undefined) ?? {}}
          path={path}
          context={{ ...context, of: String(trigger.eventTriggerType) }}
          onChange={(value) => onChange(Object.keys(value).length === 0 ? undefined : value)}
        />
      </div>
    </fieldset>
  );
}
