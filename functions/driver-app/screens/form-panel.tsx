import { useState } from 'preact/hooks';
import type { Form, FormField } from '../engine/work.ts';
import { m } from '../messages/index.ts';

type Answer = string | number | boolean;

/** A form of the organization. `submit` gets the answers by the keys of the fields. */
export function FormPanel({
  form,
  submit,
}: {
  readonly form: Form;
  readonly submit: (answers: Readonly<Record<string, Answer>>) => void;
}) {
  const [answers, setAnswers] = useState<Readonly<Record<string, Answer>>>({});
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        submit(answers);
        setAnswers({});
      }}
    >
      <h2>{form.name}</h2>
      {form.fields.map((field) => (
        <Field
          key={field.key}
          field={field}
          value={answers[field.key]}
          set={(value) => {
            const { [field.key]: _, ...others } = answers;
            setAnswers(value === undefined ? others : { ...others, [field.key]: value });
          }}
        />
      ))}
      <button type="submit" class="main">
        {m.proofs.save}
      </button>
    </form>
  );
}

function Field({
  field: { key, label, type, choices, isRequired },
  value,
  set,
}: {
  readonly field: FormField;
  readonly value: Answer | undefined;
  readonly set: (value: Answer | undefined) => void;
}) {
  const id = `form-${key}`;
  const shared = { id, required: isRequired, value: String(value ?? '') };
  const options =
    type === 'choice'
      ? choices.map((choice) => [choice, choice] as const)
      : ([
          ['true', m.forms.yes],
          ['false', m.forms.no],
        ] as const);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      {type === 'number' ? (
        <input
          {...shared}
          type="number"
          step="any"
          onInput={({ currentTarget: { value: typed } }) => set(typed === '' ? undefined : Number(typed))}
        />
      ) : type === 'text' ? (
        <input
          {...shared}
          maxLength={2_000}
          onInput={({ currentTarget: { value: typed } }) => set(typed === '' ? undefined : typed)}
        />
      ) : (
        <select
          {...shared}
          onChange={({ currentTarget: { value: chosen } }) =>
            set(chosen === '' ? undefined : type === 'yes_no' ? chosen === 'true' : chosen)
          }
        >
          <option value="" />
          {options.map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}
