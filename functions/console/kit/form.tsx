import type { ComponentChildren, ComponentType } from 'preact';
import { useId, useState } from 'preact/hooks';
import { m } from '../messages.ts';
import { ApiError } from './api.ts';
import { instantOf, localOf } from './dates.ts';
import { distanceUnit, KILOMETERS_OF_MILE } from './format.ts';
import { type LookupName, type Option, unreadText, useOptions } from './lookups.tsx';
import { timeZone } from './me.ts';
import { Button, problemOf } from './ui.tsx';

/** Values of a form by the names of its fields. */
export type Values = Readonly<Record<string, unknown>>;

/** One field of a form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly kind?:
    | 'text'
    | 'email'
    | 'tel'
    | 'url'
    | 'password'
    | 'number'
    | 'money'
    | 'date'
    /** A time of day, as `09:00`. */
    | 'time'
    /** A time in the zone of the object itself, as `2026-11-24T14:05:00`. */
    | 'datetime'
    /** An instant; shown and typed in the organization's time zone. */
    | 'instant'
    | 'flag'
    | 'choice'
    | 'choices'
    | 'list'
    | 'lines'
    | 'json'
    /** An input of its own, `own`. */
    | 'own';
  /** Unit of a number or price for distances; shown and typed for the organization's unit. */
  readonly unit?: 'wholeKilometers' | 'miles' | 'perKilometer';
  readonly own?: ComponentType<OwnInputProps>;
  readonly options?: LookupName | readonly Option[];
  readonly required?: boolean;
  /** What it means to choose nothing; left out = something is to be chosen. */
  readonly nothing?: string;
  readonly help?: string;
  readonly rows?: number;
  readonly wide?: boolean;
  /** Shown only when the other values say so. */
  readonly when?: (values: Values) => boolean;
}

/** What an input of its own gets. */
export interface OwnInputProps {
  readonly id: string;
  readonly value: unknown;
  /** All values of the form. */
  readonly values: Values;
  /** Why a part of the value was refused, by its path in the value; the whole value has the path ''. */
  readonly errorAt: (path: string) => string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** What a note of a form gets. */
export interface FormNoteProps {
  /** What would be submitted now. */
  readonly values: Values;
  readonly fields: readonly Field[];
  /** Goes to the field of a name. */
  readonly focus: (name: string) => void;
  /** Says at fields what they lack, by their names; it can be submitted all the same. */
  readonly mark: (hints: Readonly<Record<string, string>>) => void;
}

/** A form from its fields. Refusals of the API are shown beside the field that they name, others above the buttons. */
export function Form({
  fields: given,
  initial = {},
  submitLabel,
  onSubmit,
  onCancel,
  note,
}: {
  /** A function, when what is asked depends on what was chosen. */
  fields: readonly Field[] | ((values: Values) => readonly Field[]);
  initial?: Values;
  submitLabel: string;
  /** Throws on a refusal of the API. */
  onSubmit: (values: Values) => Promise<unknown>;
  onCancel?: () => void;
  /** What stands above the buttons. */
  note?: (form: FormNoteProps) => ComponentChildren;
}) {
  const [values, setValues] = useState<Values>(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  /** Refusals by their whole paths, for inputs with parts. */
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState('');
  const [hints, mark] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const fields = typeof given === 'function' ? given(values) : given;
  const shown = fields.filter(({ when }) => !when || when(values));
  const submit = async () => {
    const missing = shown.filter(
      ({ name, required, kind }) => required && kind !== 'flag' && isEmpty(values[name]),
    );
    if (missing.length > 0) {
      setErrors(Object.fromEntries(missing.map(({ name }) => [name, m.form.required])));
      setProblem('');
      focusFirst(missing[0]?.name);
      return;
    }
    setBusy(true);
    setErrors({});
    setRefused({});
    setProblem('');
    try {
      await onSubmit(valuesOf(shown, values));
    } catch (error) {
      const named = error instanceof ApiError ? error.fields : {};
      setRefused(named);
      const placed = Object.fromEntries(
        Object.entries(named).flatMap(([path, why]) => {
          const field = shown.find(
            ({ name }) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`),
          );
          return field ? [[field.name, why] as const] : [];
        }),
      );
      setErrors(placed);
      setProblem(
        Object.keys(placed).length === Object.keys(named).length && Object.keys(named).length > 0
          ? ''
          : problemOf(error),
      );
      focusFirst(Object.keys(placed)[0]);
    } finally {
      setBusy(false);
    }
  };
  const formId = useId();
  const focusFirst = (name: string | undefined) => {
    if (name) document.getElementById(`${formId}-${name}`)?.focus();
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="fields">
        {shown.map((field) => {
          const { name, own: Own } = field;
          const shared = {
            id: `${formId}-${name}`,
            value: values[name],
            onChange: (value: unknown) => {
              setValues((before) => ({ ...before, [name]: value }));
              setErrors(({ [name]: _, ...others }) => others);
            },
          };
          return Own ? (
            <Own
              key={name}
              {...shared}
              values={values}
              errorAt={(path) => (path === '' ? errors[name] : refused[`${name}.${path}`])}
            />
          ) : (
            <FieldInput key={name} {...shared} field={field} error={errors[name]} hint={hints[name]} />
          );
        })}
      </div>
      {note?.({ values: valuesOf(shown, values), fields: shown, focus: focusFirst, mark })}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="actions end">
        {onCancel && <Button onClick={onCancel}>{m.actions.cancel}</Button>}
        <Button type="submit" kind="primary" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

/** The values of the fields that are shown. */
function valuesOf(shown: readonly Field[], values: Values): Values {
  return Object.fromEntries(shown.map(({ name }) => [name, values[name]]));
}

/** One input with its label, help and error. */
export function FieldInput({
  id,
  field,
  value,
  error,
  hint,
  onChange,
}: {
  id: string;
  field: Field;
  value: unknown;
  error: string | undefined;
  /** What it lacks, though it can be submitted. */
  hint?: string | undefined;
  onChange: (value: unknown) => void;
}) {
  const { label, kind = 'text', required, wide } = field;
  const help = field.help ?? (kind === 'instant' ? m.form.instant(timeZone()) : undefined);
  const said = error ?? hint;
  const described = [help && `${id}-help`, said && `${id}-error`].filter(Boolean).join(' ');
  const shared = {
    id,
    'aria-invalid': error !== undefined,
    ...(described ? { 'aria-describedby': described } : {}),
    ...(required ? { 'aria-required': true } : {}),
  };
  const notes = (
    <>
      {help && (
        <span class="help" id={`${id}-help`}>
          {help}
        </span>
      )}
      {said && (
        <span class={error ? 'error' : 'lacking'} id={`${id}-error`}>
          {said}
        </span>
      )}
    </>
  );
  if (kind === 'flag') {
    return (
      <div class={`field flag ${wide ? 'wide' : ''}`}>
        <label>
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {label}
        </label>
        {notes}
      </div>
    );
  }
  if (kind === 'choices') {
    return <Choices id={id} field={field} value={value} onChange={onChange} notes={notes} />;
  }
  return (
    <div class={`field ${wide || kind === 'lines' || kind === 'json' ? 'wide' : ''}`}>
      <label for={id}>
        {label}
        {field.unit && ` (${field.unit === 'perKilometer' ? '/' : ''}${distanceUnit().sign})`}
        {required && <span class="mark"> {m.form.mark}</span>}
      </label>
      <Input field={field} shared={shared} value={value} onChange={onChange} />
      {notes}
    </div>
  );
}

/** How kinds of fields differ from a line of text. */
const INPUTS: Readonly<Partial<Record<NonNullable<Field['kind']>, Readonly<Record<string, string>>>>> = {
  email: { type: 'email' },
  tel: { type: 'tel' },
  url: { type: 'url' },
  password: { type: 'password', autocomplete: 'off' },
  number: { type: 'number', step: 'any' },
  money: { inputMode: 'decimal' },
  date: { type: 'date' },
  time: { type: 'time' },
  datetime: { type: 'datetime-local' },
  instant: { type: 'datetime-local' },
};

function Input({
  field,
  shared,
  value,
  onChange,
}: {
  field: Field;
  shared: Readonly<Record<string, unknown>>;
  value: unknown;
  onChange: (value: unknown) => void;
}) {
  const { kind = 'text', rows = 4 } = field;
  const options = useOptions(field.options);
  const [first] = useState(() => ({ value, text: textOf(field, value) }));
  const [text, setText] = useState(first.text);
  const take = (typed: string) => {
    setText(typed);
    // What is shown may be rounded: typing it again keeps the value as it was.
    onChange(typed === first.text ? first.value : typedValue(field, typed));
  };
  if (kind === 'choice') {
    return (
      <select
        {...shared}
        value={String(value ?? '')}
        onChange={(event) => onChange(event.currentTarget.value || null)}
      >
        <option value="">
          {(typeof field.options === 'string' && unreadText(options)) || (field.nothing ?? m.form.choose)}
        </option>
        {/* What was set elsewhere is kept, even if nobody could choose it here. */}
        {Boolean(value) && !options.some(([name]) => name === value) && (
          <option value={String(value)}>{String(value)}</option>
        )}
        {options.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    );
  }
  if (kind === 'lines' || kind === 'json') {
    return (
      <textarea
        {...shared}
        rows={rows}
        class={kind === 'json' ? 'code' : ''}
        value={text}
        onInput={(event) => take(event.currentTarget.value)}
      />
    );
  }
  return (
    <input {...shared} {...INPUTS[kind]} value={text} onInput={(event) => take(event.currentTarget.value)} />
  );
}

/** With more options than this, a list can be searched. */
const MANY_CHOICES = 30;

function Choices({
  id,
  field,
  value,
  onChange,
  notes,
}: {
  id: string;
  field: Field;
  value: unknown;
  onChange: (value: unknown) => void;
  notes: ComponentChildren;
}) {
  const options = useOptions(field.options);
  const [search, setSearch] = useState('');
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [];
  const found = options.filter(([, label]) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <fieldset class="field wide choices" id={id} tabIndex={-1}>
      <legend>
        {field.label}
        {field.required && <span class="mark"> {m.form.mark}</span>}
      </legend>
      {options.length > MANY_CHOICES && (
        <input
          type="search"
          aria-label={m.form.search(field.label)}
          placeholder={m.table.search}
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div>
        {found.map(([name, label]) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              onChange={(event) =>
                onChange(
                  event.currentTarget.checked ? [...chosen, name] : chosen.filter((given) => given !== name),
                )
              }
            />
            {label}
          </label>
        ))}
        {found.length === 0 && (
          <span class="quiet">
            {(field.options !== undefined && unreadText(options)) ||
              (options.length === 0 ? m.form.nothing : m.table.noMatch)}
          </span>
        )}
      </div>
      {notes}
    </fieldset>
  );
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** How many of what the API stores one of what is shown is. */
function scaleOf({ unit }: Field): number {
  if (!unit) return 1;
  const { kilometers } = distanceUnit();
  if (unit === 'miles') return kilometers / KILOMETERS_OF_MILE;
  return unit === 'perKilometer' ? 1 / kilometers : kilometers;
}

/** Decimals of a value that is typed for another unit: enough for it to be shown again as it was typed. */
const DECIMALS = 1e6;

function textOf(field: Field, value: unknown): string {
  const { kind = 'text', unit } = field;
  if (value === undefined || value === null) return '';
  const shown = Number(value) / scaleOf(field);
  if (kind === 'money') return (shown / 100).toFixed(2);
  if (unit === 'wholeKilometers') return String(Math.round(shown));
  if (unit) return String(Math.round(shown * 1e4) / 1e4);
  if (kind === 'list') return Array.isArray(value) ? value.join(', ') : String(value);
  if (kind === 'json') return JSON.stringify(value, null, 2);
  if (kind === 'instant') return localOf(String(value));
  if (kind === 'datetime') return String(value).slice(0, 16);
  return String(value);
}

function typedValue(field: Field, text: string): unknown {
  const { kind = 'text', unit } = field;
  if (text.trim() === '') return kind === 'list' ? [] : null;
  const stored = (typed: number) =>
    unit === 'wholeKilometers'
      ? Math.round(typed * scaleOf(field))
      : unit
        ? Math.round(typed * scaleOf(field) * DECIMALS) / DECIMALS
        : typed;
  switch (kind) {
    case 'number':
      return stored(Number(text));
    case 'money':
      return stored(Math.round(Number(text.replace(',', '.')) * 100));
    case 'list':
      return text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean);
    case 'datetime':
      return text.length === 16 ? `${text}:00` : text;
    case 'instant':
      return instantOf(text);
    case 'json':
      try {
        return JSON.parse(text);
      } catch {
        return text;
      }
    default:
      return text;
  }
}

/** The values that were filled in. */
export function given(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}
