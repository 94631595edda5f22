import { change } from '../kit/api.ts';
import { useApiNames } from '../kit/api-names.ts';
import { EditButton } from '../kit/detail.tsx';
import { dateTime, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { can } from '../kit/me.ts';
import { go } from '../kit/router.ts';
import { ActionButton, Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

interface Template extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly string[];
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly values: Readonly<Record<string, string>>;
  readonly timeZone: string | null;
  readonly dateOrder: string | null;
  readonly version: number;
  readonly updatedAt: string;
}

const path = '/v1/import-templates';

const definition: ListDefinition<Template> = {
  id: 'import-templates',
  title: m.titles.importTemplates,
  source: { kind: 'whole', path, rows: (reply: { results: readonly Template[] }) => reply.results },
  keyOf: ({ id }) => id,
  searchIn: ({ name, columns }) => `${name} ${columns.join(' ')}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.3, show: ({ name }) => name },
    { id: 'columns', label: intakeTexts.upload.mapping, share: 2.4, minor: true, show: mappingText },
    { id: 'values', label: intakeTexts.upload.values, share: 1.4, minor: true, show: valuesText },
    {
      id: 'updated',
      label: m.fields.updated,
      share: 1.1,
      minor: true,
      show: ({ updatedAt }) => dateTime(updatedAt),
    },
    {
      id: 'actions',
      label: intakeTexts.importTemplates.actions,
      share: 2.3,
      show: (template) => <Actions template={template} />,
    },
  ],
  empty: {
    icon: 'templates',
    title: intakeTexts.importTemplates.empty,
    text: intakeTexts.importTemplates.emptyText,
  },
};

function mappingText({ columns, mapping }: Template): string {
  return columns
    .map((column) => `${column} → ${mapping[column] ? words(mapping[column]) : m.none}`)
    .join(', ');
}

function valuesText({ values }: Template): string {
  return (
    Object.entries(values)
      .map(([field, value]) => `${words(field)}: ${value}`)
      .join(', ') || m.none
  );
}

function Actions({ template }: { template: Template }) {
  if (!can('WRITE_UPLOAD')) return null;
  const { id, name, version, createdAt, updatedAt, ...kept } = template;
  const own = `${path}/${id}`;
  return (
    <span class="actions nowrap">
      <EditButton
        editing={{
          permission: 'WRITE_UPLOAD',
          title: intakeTexts.importTemplates.rename,
          fields: [{ name: 'name', label: m.fields.name, required: true, wide: true }],
          initial: { name },
          save: (changed) => change('PUT', own, { ...kept, name, ...changed }, version),
        }}
      >
        {intakeTexts.importTemplates.rename}
      </EditButton>
      <ActionButton
        kind="ghost"
        icon="trash"
        label={intakeTexts.importTemplates.remove(name)}
        confirm={intakeTexts.importTemplates.removeQuestion(name)}
        run={() => change('DELETE', own)}
        done={m.actions.removed}
      />
    </span>
  );
}

/** How files are read. A template is made while a file is uploaded. */
export function ImportTemplatesScreen() {
  useApiNames();
  return (
    <ListPage
      definition={definition}
      emptyAction={
        can('WRITE_UPLOAD') &&
        can('READ_ORDER') && (
          <Button onClick={() => go('/orders')}>{intakeTexts.importTemplates.toOrders}</Button>
        )
      }
    />
  );
}
