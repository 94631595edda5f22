import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { dateTime } from '../kit/format.ts';
import { type Live, useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, attempt, Badge, Button, Dialog, EmptyState, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';

interface Question {
  readonly key: string;
  readonly label: string;
  readonly type: string;
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

interface DriverForm {
  readonly key: string;
  readonly name: string;
  readonly moment: string;
  readonly isRequired: boolean;
  readonly fields: readonly Question[];
}

interface DriverForms {
  readonly forms: readonly DriverForm[];
  readonly version: number;
}

const PATH = '/v1/driver-phones/forms';

const t = fleetTexts.driverForms;

/** The forms that drivers fill in. */
export function DriverForms() {
  const live = useLive<DriverForms>(PATH);
  const { data, error, refresh } = live;
  const [edited, setEdited] = useState<DriverForm | 'new'>();
  if (!data) return <Loading error={error} retry={refresh} lines={4} />;
  return (
    <Section
      title={t.title}
      actions={
        can('WRITE_FLEET') && (
          <Button kind="primary" icon="plus" onClick={() => setEdited('new')}>
            {t.create}
          </Button>
        )
      }
    >
      <p class="quiet">{t.text}</p>
      {data.forms.length === 0 && <EmptyState icon="fleet" title={t.empty} />}
      <ul class="rows">
        {data.forms.map((form) => (
          <li key={form.key}>
            <strong>{form.name}</strong>
            <span>
              {t.moments.find(([moment]) => moment === form.moment)?.[1]} · {t.count(form.fields.length)}{' '}
              {form.isRequired && <Badge value="active" text={t.requiredBadge} />}
            </span>
            {can('WRITE_FLEET') && (
              <span class="actions">
                <Button icon="edit" onClick={() => setEdited(form)}>
                  {m.actions.edit}
                </Button>
                <ActionButton
                  kind="ghost"
                  icon="trash"
                  label={m.actions.remove}
                  confirm={t.removeQuestion}
                  run={() =>
                    save(
                      live,
                      data.forms.filter((one) => one !== form),
                    )
                  }
                  done={m.actions.removed}
                />
              </span>
            )}
          </li>
        ))}
      </ul>
      {edited && (
        <FormEditor
          before={edited === 'new' ? undefined : edited}
          taken={data.forms.map(({ key }) => key)}
          close={() => setEdited(undefined)}
          save={(form) =>
            save(
              live,
              edited === 'new'
                ? [...data.forms, form]
                : data.forms.map((one) => (one.key === form.key ? form : one)),
            )
          }
        />
      )}
    </Section>
  );
}

/** Saves all forms, unless somebody changed them since they were read. */
async function save({ data, refresh }: Live<DriverForms>, forms: readonly DriverForm[]): Promise<void> {
  await change('PUT', PATH, { forms }, data?.version);
  refresh();
}

const emptyQuestion: Question = { key: '', label: '', type: 'text', choices: [], isRequired: false };

function FormEditor({
  before,
  taken,
  close,
  save: saved,
}: {
  before: DriverForm | undefined;
  /** Keys of the other forms. */
  taken: readonly string[];
  close: () => void;
  save: (form: DriverForm) => Promise<void>;
}) {
  const [name, setName] = useState(before?.name ?? '');
  const [moment, setMoment] = useState(before?.moment ?? 'dropoff');
  const [isRequired, setRequired] = useState(before?.isRequired ?? false);
  const [questions, setQuestions] = useState(before?.fields ?? [emptyQuestion]);
  const put = (index: number, changed: Partial<Question>) =>
    setQuestions((all) => all.map((one, at) => (at === index ? { ...one, ...changed } : one)));
  const submit = async () => {
    const fields: Question[] = [];
    for (const one of questions) {
      const others = [...fields, ...questions].map(({ key }) => key);
      const choices = one.type === 'choice' ? one.choices : [];
      fields.push({ ...one, choices, key: one.key || freeKey(one.label, others) });
    }
    const form = { key: before?.key ?? freeKey(name, taken), name, moment, isRequired, fields };
    if (await attempt(() => saved(form).then(() => true), m.actions.saved)) close();
  };
  return (
    <Dialog title={before?.name ?? t.create} wide onClose={close}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div class="fields">
          <label class="field">
            <span>{t.name}</span>
            <input required maxLength={100} value={name} onInput={(e) => setName(e.currentTarget.value)} />
          </label>
          <label class="field">
            <span>{t.moment}</span>
            <select value={moment} onChange={(e) => setMoment(e.currentTarget.value)}>
              {t.moments.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </label>
          <div class="field flag">
            <label>
              <input
                type="checkbox"
                checked={isRequired}
                onChange={(e) => setRequired(e.currentTarget.checked)}
              />
              {t.required}
            </label>
          </div>
        </div>
        <h3>{t.questions}</h3>
        {questions.map((question, index) => (
          <QuestionRow
            key={index}
            number={index + 1}
            question={question}
            change={(changed) => put(index, changed)}
            remove={
              questions.length > 1
                ? () => setQuestions((all) => all.filter((_, at) => at !== index))
                : undefined
            }
          />
        ))}
        <div class="actions">
          <Button icon="plus" onClick={() => setQuestions((all) => [...all, emptyQuestion])}>
            {t.add}
          </Button>
        </div>
        <div class="actions end">
          <Button onClick={close}>{m.actions.cancel}</Button>
          <Button type="submit" kind="primary">
            {m.actions.save}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function QuestionRow({
  number,
  question: { label, type, choices, isRequired },
  change: put,
  remove,
}: {
  number: number;
  question: Question;
  change: (changed: Partial<Question>) => void;
  remove: (() => void) | undefined;
}) {
  const [typed, setTyped] = useState(choices.join(', '));
  return (
    <div class="fields">
      <label class="field">
        <span>{t.question(number)}</span>
        <input
          required
          maxLength={200}
          value={label}
          onInput={(e) => put({ label: e.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{t.type(number)}</span>
        <select value={type} onChange={(e) => put({ type: e.currentTarget.value })}>
          {t.types.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      {type === 'choice' && (
        <label class="field wide">
          <span>{t.choices(number)}</span>
          <input
            required
            value={typed}
            onInput={({ currentTarget: { value } }) => {
              setTyped(value);
              put({
                choices: value
                  .split(',')
                  .map((one) => one.trim())
                  .filter((one) => one !== ''),
              });
            }}
          />
        </label>
      )}
      <div class="field flag">
        <label>
          <input
            type="checkbox"
            checked={isRequired}
            onChange={(e) => put({ isRequired: e.currentTarget.checked })}
          />
          {t.mustAnswer(number)}
        </label>
      </div>
      {remove && <Button kind="ghost" icon="trash" label={t.remove(number)} onClick={remove} />}
    </div>
  );
}

/** A name for programs, made of what people read, that nothing else has. */
function freeKey(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 34);
  const base = plain || 'form';
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? base : `${base}-${count}`;
    if (!taken.includes(key)) return key;
  }
}

interface Submission {
  readonly id: string;
  readonly formName: string;
  readonly submittedAt: string;
  readonly answers: readonly { readonly label: string; readonly value: string | number | boolean }[];
}

/** What one driver filled in. */
export function SubmittedForms({ courierId }: { courierId: string }) {
  const { data, error, refresh } = useLive<{ readonly submissions: readonly Submission[] }>(
    '/v1/driver-phones/form-submissions',
    { courierId },
    10_000,
  );
  const shown = (value: string | number | boolean) =>
    typeof value === 'boolean' ? (value ? t.yes : t.no) : String(value);
  return (
    <Section title={t.submitted}>
      {!data && <Loading error={error} retry={refresh} lines={2} />}
      {data?.submissions.length === 0 && <p class="quiet">{t.noneSubmitted}</p>}
      {data?.submissions.map(({ id, formName, submittedAt, answers }) => (
        <p key={id}>
          <strong>{formName}</strong> <span class="quiet">{dateTime(submittedAt)}</span>
          {answers.map(({ label, value }) => (
            <span key={label}>
              <br />
              {label} {shown(value)}
            </span>
          ))}
        </p>
      ))}
    </Section>
  );
}
