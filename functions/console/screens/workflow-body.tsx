import { useState } from 'preact/hooks';
import { FieldInput } from '../kit/form.tsx';
import { Button } from '../kit/ui.tsx';
import { automationTexts } from '../texts/texts.ts';
import {
  type BodyKind,
  type BodyRow,
  emptyOf,
  hasFields,
  kindOfBody,
  rowsOfBody,
  valueOfRows,
} from './workflow-body-rows.ts';
import { type NodeContext, TextInput } from './workflow-text.tsx';

interface BodyProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly value: unknown;
  /** Where it lies in the node, as problems name it. */
  readonly path: string;
  readonly context: NodeContext;
  readonly onChange: (value: unknown) => void;
}

/** Any JSON value: as fields whose texts may contain variables, or as JSON. What is not made of fields is JSON at first. */
export function Body({ label, help, value, path, context, onChange }: BodyProps) {
  const [isRaw, setRaw] = useState(!hasFields(value));
  return (
    <fieldset class="setting-group wide">
      <legend>{label}</legend>
      {help && <span class="help">{help}</span>}
      <Button disabled={isRaw && !hasFields(value)} onClick={() => setRaw(!isRaw)}>
        {isRaw ? automationTexts.editor.body.asFields : automationTexts.editor.body.asJson}
      </Button>
      {isRaw ? (
        <FieldInput
          id={path}
          field={{ name: 'json', label: automationTexts.editor.body.json, kind: 'json', rows: 8 }}
          value={value}
          error={context.errorAt(path)}
          onChange={(typed) => onChange(typed ?? undefined)}
        />
      ) : (
        <>
          {context.errorAt(path) && <p class="problem">{context.errorAt(path)}</p>}
          <Rows
            kind={kindOfBody(value ?? {})}
            {...{ label, value, path, context }}
            onChange={(next) => onChange(isEmpty(next) ? undefined : next)}
          />
        </>
      )}
    </fieldset>
  );
}

const isEmpty = (group: unknown) => Object.keys(group ?? {}).length === 0;

/** The fields of a group, or the entries of a list. */
function Rows({
  kind,
  label,
  value,
  path,
  context,
  onChange,
}: Omit<BodyProps, 'help'> & { readonly kind: BodyKind }) {
  // Two rows may have the same name, or none, while somebody types.
  const [rows, setRows] = useState<readonly BodyRow[]>(() => rowsOfBody(value));
  const isList = kind === 'list';
  const set = (next: readonly BodyRow[]) => {
    setRows(next);
    onChange(valueOfRows(next, isList));
  };
  return (
    <>
      {rows.map((row, index) => {
        const own = `${path}.${isList ? index : row.name}`;
        const replace = (changed: Partial<BodyRow>) =>
          set(rows.map((one, place) => (place === index ? { ...one, ...changed } : one)));
        const rowLabel = row.name || automationTexts.editor.pairValue;
        return (
          <div class="setting-row" key={row.id}>
            <div class="fields">
              {!isList && (
                <FieldInput
                  id={`${path}-name-${row.id}`}
                  field={{ name: 'name', label: automationTexts.editor.pairName }}
                  value={row.name}
                  error={undefined}
                  onChange={(name) => replace({ name: String(name ?? '') })}
                />
              )}
              <FieldInput
                id={`${path}-kind-${row.id}`}
                field={{
                  name: 'kind',
                  label: automationTexts.editor.body.kind,
                  kind: 'choice',
                  options: automationTexts.editor.body.kinds,
                }}
                value={kindOfBody(row.value)}
                error={undefined}
                onChange={(next) => replace({ value: emptyOf(next as BodyKind) })}
              />
              <RowValue
                key={kindOfBody(row.value)}
                id={`${path}-value-${row.id}`}
                label={isList ? `${label} ${index + 1}` : rowLabel}
                value={row.value}
                path={own}
                context={context}
                onChange={(next) => replace({ value: next })}
              />
            </div>
            <Button
              kind="ghost"
              icon="trash"
              label={automationTexts.editor.removeRow(label, index + 1)}
              onClick={() => set(rows.filter((_, place) => place !== index))}
            />
          </div>
        );
      })}
      <Button
        icon="plus"
        onClick={() =>
          set([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, name: '', value: '' }])
        }
      >
        {automationTexts.editor.addTo(label)}
      </Button>
    </>
  );
}

/** The input of one value, by its kind. */
function RowValue({ id, label, value, path, context, onChange }: BodyProps & { readonly id: string }) {
  const kind = kindOfBody(value);
  const error = context.errorAt(path);
  switch (kind) {
    case 'text':
      return <TextInput {...{ id, label, value, error, context, onChange }} />;
    case 'group':
    case 'list':
      return (
        <fieldset class="setting-group wide">
          <legend>{label}</legend>
          <Rows {...{ kind, label, value, path, context, onChange }} />
        </fieldset>
      );
    case 'number':
      return (
        <FieldInput
          {...{ id, value, error }}
          field={{ name: 'value', label, kind: 'number' }}
          onChange={(typed) => onChange(typed ?? 0)}
        />
      );
    case 'flag':
      return (
        <FieldInput {...{ id, value, error, onChange }} field={{ name: 'value', label, kind: 'flag' }} />
      );
    default:
      return null;
  }
}
