import { change } from '../kit/api.ts';
import { type Field, given } from '../kit/form.tsx';
import { dateTime } from '../kit/format.ts';
import type { ListDefinition } from '../kit/list.tsx';
import { ListScreen } from '../kit/list-screen.tsx';
import { can } from '../kit/me.ts';
import { ActionButton, Badge } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';

interface Definition {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string | null;
  readonly isArchived: boolean;
  readonly createdAt: string;
}

const path = '/v1/custom-event-definitions';

const definition: ListDefinition<Definition> = {
  id: 'custom-events',
  title: m.titles.customEvents,
  source: {
    kind: 'whole',
    path,
    rows: (reply: { customEventDefinitions: readonly Definition[] }) => reply.customEventDefinitions,
  },
  keyOf: ({ id }) => id,
  filters: [
    {
      name: 'includeArchived',
      label: automationTexts.customEvents.archived,
      kind: 'choice',
      options: m.yesNo,
      isMain: true,
    },
  ],
  searchIn: ({ name, key, description }) => `${name} ${key} ${description ?? ''}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    {
      id: 'key',
      label: automationTexts.customEvents.key,
      minor: true,
      show: ({ key }) => <code>{key}</code>,
    },
    {
      id: 'description',
      label: m.fields.description,
      share: 1.6,
      minor: true,
      show: ({ description }) => description ?? m.none,
    },
    { id: 'created', label: m.fields.created, minor: true, show: ({ createdAt }) => dateTime(createdAt) },
    {
      id: 'status',
      label: m.fields.status,
      show: ({ isArchived }) => <Badge value={isArchived ? 'archived' : 'active'} />,
    },
    {
      id: 'archive',
      label: m.orders.archive,
      share: 1.2,
      show: ({ id, name, isArchived }) =>
        can('WRITE_WORKFLOW') && !isArchived ? (
          <ActionButton
            kind="ghost"
            confirm={automationTexts.customEvents.archiveQuestion(name)}
            run={() => change('POST', `${path}/${id}/archive`)}
            done={m.orders.archived}
          >
            {m.orders.archive}
          </ActionButton>
        ) : null,
    },
  ],
  empty: {
    icon: 'events',
    title: automationTexts.customEvents.empty,
    text: automationTexts.customEvents.emptyText,
  },
};

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  {
    name: 'key',
    label: automationTexts.customEvents.key,
    required: true,
    help: automationTexts.customEvents.keyHelp,
  },
  { name: 'description', label: m.fields.description, wide: true },
];

/** Events of the organization's own, which workflows can begin with. */
export function CustomEventsScreen() {
  return (
    <ListScreen
      definition={definition}
      creation={{
        label: automationTexts.customEvents.create,
        permission: 'WRITE_WORKFLOW',
        fields,
        create: async (values) => {
          await change('POST', path, given(values));
          return undefined;
        },
      }}
    />
  );
}
