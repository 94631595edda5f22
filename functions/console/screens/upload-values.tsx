import { useState } from 'preact/hooks';
import { type LookupName, unreadText, useOptions } from '../kit/lookups.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';

/** Values for the whole file, by field. */
export type Values = Readonly<Record<string, string>>;

/** What a file often lacks, because it is the same for all of its orders. */
const FIELDS: readonly {
  readonly field: string;
  readonly label: string;
  readonly from?: LookupName;
  readonly type?: 'date' | 'text';
}[] = [
  { field: 'pickupStoreLocationId', label: m.orders.store, from: 'stores' },
  { field: 'valueCents', label: intakeTexts.upload.value },
  { field: 'dropoffDate', label: intakeTexts.upload.date, type: 'date' },
  { field: 'currency', label: intakeTexts.upload.currency },
  { field: 'dispatchStrategyId', label: m.orders.strategy, from: 'strategies' },
  { field: 'tags', label: intakeTexts.upload.tags },
];

/** Choices for the whole file. A text counts when the field is left, so that each key does not read the file again. */
export function FileValues({ values, onChange }: { values: Values; onChange: (values: Values) => void }) {
  const set = (field: string, value: string) => {
    const { [field]: _, ...others } = values;
    onChange(value.trim() === '' ? others : { ...others, [field]: value.trim() });
  };
  return (
    <fieldset class="file-values">
      <legend>{intakeTexts.upload.values}</legend>
      <p class="help">{intakeTexts.upload.valuesHelp}</p>
      <div class="pair">
        {FIELDS.map(({ field, label, from, type = 'text' }) => (
          <div class="field" key={field}>
            <label for={`upload-${field}`}>{label}</label>
            {from ? (
              <Chosen
                id={`upload-${field}`}
                from={from}
                value={values[field] ?? ''}
                onChange={(value) => set(field, value)}
              />
            ) : (
              <Written
                id={`upload-${field}`}
                type={type}
                value={values[field] ?? ''}
                onChange={(value) => set(field, value)}
              />
            )}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

interface InputProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Chosen({ id, from, value, onChange }: InputProps & { from: LookupName }) {
  const options = useOptions(from);
  return (
    <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{unreadText(options) ?? intakeTexts.upload.unchanged}</option>
      {options.map(([own, label]) => (
        <option key={own} value={own}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Written({ id, type, value, onChange }: InputProps & { type: 'date' | 'text' }) {
  const [text, setText] = useState(value);
  const shared = {
    id,
    value: text,
    onInput: (event: Event) => setText(textIn(event)),
    onChange: (event: Event) => onChange(textIn(event)),
  };
  return type === 'date' ? <input {...shared} type="date" /> : <input {...shared} />;
}

function textIn({ currentTarget }: Event): string {
  return currentTarget instanceof HTMLInputElement ? currentTarget.value : '';
}
