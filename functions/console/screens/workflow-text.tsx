import { useId, useRef, useState } from 'preact/hooks';
import { Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import { type Entities, fillIn, shownValue, type Variable, valueAt } from './workflow-values.ts';

/** What the fields of a node need to know. */
export interface NodeContext {
  /** Values that texts can show. */
  readonly variables: readonly Variable[];
  /** Values of a sample order, if one is chosen. */
  readonly entities: Entities | undefined;
  /** What its settings belong to: an action, or a type of notification. */
  readonly of: string | undefined;
  /** Why the value at a place of the node was refused. */
  readonly errorAt: (path: string) => string | undefined;
}

/** Characters of a value in the list of variables. */
const MAX_SHOWN = 60;

/** A number as people type it, without the leading zeros that make it a text. */
const NUMBER = /^(?:0|[1-9]\d*)(?:[.,]\d+)?$/;

/**
 * A text that may contain variables. They are chosen from a list with their types and the values of a sample order, and
 * the filled-in text is shown below.
 */
export function TextInput({
  id,
  label,
  value,
  help,
  error,
  context,
  required = false,
  long = false,
  kind = 'text',
  onChange,
}: {
  id: string;
  label: string;
  value: unknown;
  help?: string;
  error: string | undefined;
  context: NodeContext;
  required?: boolean;
  long?: boolean;
  /** A number or amount may be typed, or one variable be chosen. */
  kind?: 'text' | 'number' | 'money';
  onChange: (value: unknown) => void;
}) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [text, setText] = useState(() =>
    kind === 'money' && typeof value === 'number' ? (value / 100).toFixed(2) : String(value ?? ''),
  );
  const [open, setOpen] = useState(false);
  const { variables, entities } = context;
  const take = (typed: string) => {
    setText(typed);
    const isNumber = kind !== 'text' && NUMBER.test(typed.trim());
    const number = Number(typed.trim().replace(',', '.'));
    onChange(isNumber ? (kind === 'money' ? Math.round(number * 100) : number) : typed);
  };
  const insert = ({ path }: Variable) => {
    const written = `{{${path}}}`;
    const [from, to] = [
      input.current?.selectionStart ?? text.length,
      input.current?.selectionEnd ?? text.length,
    ];
    take(kind === 'text' ? `${text.slice(0, from)}${written}${text.slice(to)}` : written);
    setOpen(false);
    input.current?.focus();
  };
  const filled = entities && text.includes('{{') ? fillIn(text, entities, variables) : undefined;
  const shared = {
    id,
    ref: input,
    value: text,
    'aria-invalid': error !== undefined,
    'aria-describedby': `${id}-notes`,
    ...(required ? { 'aria-required': true } : {}),
    onInput: (event: Event) => {
      const { currentTarget: target } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) take(target.value);
    },
  };
  return (
    <div class="field wide">
      <label for={id}>
        {label}
        {required && <span class="mark"> {m.form.mark}</span>}
      </label>
      <div class={long ? 'with-variables long' : 'with-variables'}>
        {long ? <textarea {...shared} rows={4} /> : <input {...shared} />}
        <Button
          pressed={open}
          label={automationTexts.editor.variableFor(label)}
          onClick={() => setOpen(!open)}
        >
          {'{ }'}
        </Button>
      </div>
      {open && <Variables {...{ variables, entities }} label={label} onChoose={insert} />}
      <div id={`${id}-notes`}>
        {help && <span class="help block">{help}</span>}
        {error && <span class="error block">{error}</span>}
        {filled && (
          <output class="preview block" for={id}>
            <span class="quiet">{automationTexts.editor.filledIn}</span> {filled.text || m.none}
            {filled.missing.length > 0 && (
              <span class="quiet block">{automationTexts.workflows.missing(filled.missing.join(', '))}</span>
            )}
          </output>
        )}
      </div>
    </div>
  );
}

/** The values to choose from, grouped, each with its type and what a sample order has. */
function Variables({
  variables,
  entities,
  label,
  onChoose,
}: {
  variables: readonly Variable[];
  entities: Entities | undefined;
  label: string;
  onChoose: (variable: Variable) => void;
}) {
  const [search, setSearch] = useState('');
  const id = useId();
  const wanted = search.trim().toLowerCase();
  const found = variables.filter(({ path, label: name, group }) =>
    `${group} ${name} ${path}`.toLowerCase().includes(wanted),
  );
  return (
    <div class="variables">
      <label for={id}>{automationTexts.editor.findVariable}</label>
      <input
        id={id}
        type="search"
        ref={(input) => input?.focus()}
        autocomplete="off"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <ul aria-label={automationTexts.editor.variableFor(label)}>
        {found.map((variable) => {
          const value = entities && valueAt(entities, variable.path, variable.sources);
          return (
            <li key={variable.path}>
              <button type="button" onClick={() => onChoose(variable)}>
                <span>
                  {variable.group}: <b>{variable.label}</b>
                </span>
                <span class="quiet">
                  {automationTexts.editor.types[variable.type] ?? variable.type}
                  {value !== undefined && <i> {shownValue(value).slice(0, MAX_SHOWN)}</i>}
                </span>
              </button>
            </li>
          );
        })}
        {found.length === 0 && <li class="quiet">{m.table.noMatch}</li>}
      </ul>
    </div>
  );
}
