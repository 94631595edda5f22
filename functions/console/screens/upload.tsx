import { useEffect, useState } from 'preact/hooks';
import { change, download, getText, putFile } from '../kit/api.ts';
import { useApiNames } from '../kit/api-names.ts';
import { wordFor } from '../kit/format.ts';
import { ActionButton, attempt, Button, Dialog, problemOf, Skeleton } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';
import { BulkRun } from './bulk.tsx';
import { FileValues, type Values } from './upload-values.tsx';

interface Remark {
  readonly row: number;
  readonly column: string;
  readonly value: string;
  readonly message: string;
}

interface Preview {
  readonly fileType: 'csv' | 'xlsx';
  readonly format: string | null;
  readonly templates: readonly { readonly id: string; readonly name: string }[];
  readonly values: Values;
  readonly encoding: string;
  readonly delimiter: string;
  readonly dateOrder: string | null;
  readonly ambiguousDates: readonly string[];
  readonly columns: readonly string[];
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly fields: readonly { readonly field: string; readonly label: string }[];
  readonly missing: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly hasMore: boolean;
  readonly errors: readonly Remark[];
  readonly problems: readonly Remark[];
  readonly warnings: readonly Remark[];
  readonly confirmations: readonly Remark[];
  readonly counts: { readonly good: number; readonly needingAttention: number; readonly unreadable: number };
}

/** Corrections to how the file is read. */
type Reading = Partial<Pick<Preview, 'encoding' | 'delimiter' | 'mapping'>> & {
  readonly values?: Values;
  readonly dateOrder?: string | undefined;
  readonly templateId?: string | undefined;
};

const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'koi8-r',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
];

/** Maximum number of rows of the preview, and of remarks beside them. */
const SHOWN = 20;

/** Uploads a file of orders. The meaning of its columns can be corrected before anything is imported. */
export function UploadOrders({ onClose }: { onClose: () => void }) {
  const [id, setId] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [activityId, setActivityId] = useState<string>();
  const send = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    const made = await attempt(async () => {
      const upload = await change<{ id: string; uploadUrl: string }>('POST', '/v1/uploads', {
        kind: 'orders',
        fileName: file.name.slice(0, 255),
      });
      await putFile(upload.uploadUrl, file);
      return upload;
    });
    setBusy(false);
    setId(made?.id);
  };
  return (
    <Dialog title={m.titles.upload} wide onClose={onClose}>
      {activityId && id ? (
        <>
          <h3>{intakeTexts.upload.running}</h3>
          <BulkRun
            id={activityId}
            after={
              <>
                <ImportedOrders id={id} />
                <div class="actions end">
                  <ActionButton
                    icon="down"
                    run={() => download(`/v1/uploads/${id}/result`, {}, `result-${id}.csv`)}
                    done={intakeTexts.upload.exported}
                  >
                    {intakeTexts.upload.result}
                  </ActionButton>
                  <ActionButton
                    icon="down"
                    run={() => download(`/v1/uploads/${id}/result`, { rows: 'flawed' }, `flawed-${id}.csv`)}
                    done={intakeTexts.upload.exported}
                  >
                    {intakeTexts.upload.flawed}
                  </ActionButton>
                </div>
              </>
            }
          />
        </>
      ) : id ? (
        <Correct id={id} onStarted={setActivityId} />
      ) : (
        <div class="field wide">
          <label for="upload-file">{intakeTexts.upload.file}</label>
          <input
            id="upload-file"
            type="file"
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            disabled={busy}
            aria-describedby="upload-help"
            onChange={(event) => void send(event.currentTarget.files?.[0])}
          />
          <span class="help" id="upload-help" role="status">
            {busy ? intakeTexts.upload.uploading : intakeTexts.upload.fileHelp}
          </span>
        </div>
      )}
    </Dialog>
  );
}

/** Orders that are linked after an import. */
const LINKED = 20;

/** The orders of an imported file, each with what became of its row. */
function ImportedOrders({ id }: { id: string }) {
  const [rows, setRows] = useState<readonly ImportedRow[]>([]);
  useEffect(() => {
    getText(`/v1/uploads/${id}/result`, {}).then(
      (table) => setRows(rowsWithOrder(table)),
      () => setRows([]),
    );
  }, [id]);
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{intakeTexts.upload.orders}</h3>
      <ul class="bullets">
        {rows.slice(0, LINKED).map(({ row, outcome, orderId }) => (
          <li key={row}>
            {intakeTexts.upload.row} {row}: <a href={`#/orders/${orderId}`}>{orderId}</a>,{' '}
            {intakeTexts.upload.outcomes[outcome] ?? outcome}
          </li>
        ))}
      </ul>
      {rows.length > LINKED && <p class="quiet">{intakeTexts.upload.firstOrders(LINKED)}</p>}
    </>
  );
}

interface ImportedRow {
  readonly row: string;
  readonly outcome: string;
  readonly orderId: string;
}

/** The rows of a result that have an order. Only its messages, which come last, may have commas or line breaks. */
function rowsWithOrder(table: string): readonly ImportedRow[] {
  return [...table.matchAll(/^(\d+),(\w+),(ord_\w+)/gm)].map(([, row = '', outcome = '', orderId = '']) => ({
    ...{ row, outcome, orderId },
  }));
}

/** The preview of a file, with everything that can be corrected. */
function Correct({ id, onStarted }: { id: string; onStarted: (activityId: string) => void }) {
  useApiNames();
  const [reading, setReading] = useState<Reading>({});
  const [seen, setSeen] = useState<Preview>();
  const [problem, setProblem] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    change<Preview>('POST', `/v1/uploads/${id}/preview`, reading).then(
      (preview) => {
        if (!isCurrent) return;
        setSeen(preview);
        setProblem('');
      },
      (error: unknown) => isCurrent && setProblem(problemOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [id, reading]);
  if (!seen) return problem ? <p class="problem">{problem}</p> : <Skeleton lines={6} />;
  // The choice applies at once; its preview is read meanwhile.
  const mapping = reading.mapping ?? seen.mapping;
  const mapped = Object.values(mapping).some((field) => field !== null);
  return (
    <div class="upload">
      {seen.format && <p class="quiet">{intakeTexts.upload.format(seen.format)}</p>}
      {seen.fileType === 'csv' && (
        <div class="pair">
          <Choice
            id="upload-encoding"
            label={intakeTexts.upload.encoding}
            value={seen.encoding}
            options={ENCODINGS.map((name) => [name, name.toUpperCase()] as const)}
            onChange={(encoding) => setReading({ ...reading, encoding })}
          />
          <Choice
            id="upload-delimiter"
            label={intakeTexts.upload.delimiter}
            value={seen.delimiter}
            options={intakeTexts.upload.delimiters}
            onChange={(delimiter) => setReading({ ...reading, delimiter, mapping: undefined as never })}
          />
        </div>
      )}
      {seen.templates.length > 0 && (
        <Choice
          id="upload-template"
          label={intakeTexts.upload.template}
          value={reading.templateId ?? ''}
          options={[
            ['', intakeTexts.upload.unchanged],
            ...seen.templates.map(({ id: own, name }) => [own, name] as const),
          ]}
          onChange={(templateId) => setReading(templateId === '' ? {} : { templateId })}
        />
      )}
      <FileValues
        key={reading.templateId}
        values={reading.values ?? seen.values}
        onChange={(values) => setReading({ ...reading, values })}
      />
      {(seen.ambiguousDates.length > 0 || reading.dateOrder) && (
        <>
          <p class={reading.dateOrder ? 'quiet' : 'problem'} role="status">
            {!reading.dateOrder && intakeTexts.upload.ambiguous(seen.ambiguousDates)}
          </p>
          <Choice
            id="upload-dates"
            label={m.shared.dateOrder}
            value={reading.dateOrder ?? ''}
            options={m.shared.dateOrders}
            onChange={(dateOrder) => setReading({ ...reading, dateOrder: dateOrder || undefined })}
          />
        </>
      )}
      <h3>{intakeTexts.upload.mapping}</h3>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{intakeTexts.upload.column}</th>
            <th scope="col">{intakeTexts.upload.field}</th>
            <th scope="col">{intakeTexts.upload.example}</th>
          </tr>
        </thead>
        <tbody>
          {seen.columns.map((column, index) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>
                <select
                  aria-label={`${intakeTexts.upload.field}: ${column}`}
                  value={mapping[column] ?? ''}
                  onChange={(event) => {
                    const field = event.currentTarget.value || null;
                    const others = Object.entries(mapping).map(
                      ([name, one]) => [name, one === field && name !== column ? null : one] as const,
                    );
                    setReading({ ...reading, mapping: { ...Object.fromEntries(others), [column]: field } });
                  }}
                >
                  <option value="">{intakeTexts.upload.ignored}</option>
                  {optionsFor(seen, column).map(([field, label]) => (
                    <option key={field} value={field}>
                      {label}
                    </option>
                  ))}
                </select>
              </td>
              <td class="quiet">{seen.rows.find((row) => row[index])?.[index] ?? ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {mapped && seen.missing.length > 0 && (
        <p class="problem" role="status">
          {intakeTexts.upload.missing(seen.missing.map((field) => labelOf(seen, field)))}
        </p>
      )}
      <h3>{intakeTexts.upload.rows(seen.rows.length, seen.hasMore)}</h3>
      <Cells seen={seen} />
      <p class={seen.errors.length > 0 ? 'problem' : 'quiet'} role="status">
        {seen.errors.length > 0 ? intakeTexts.upload.errors(seen.errors.length) : intakeTexts.upload.fits}
      </p>
      <p class="quiet" role="status">
        {intakeTexts.upload.counts(seen.counts.good, seen.counts.needingAttention, seen.counts.unreadable)}
      </p>
      <Remarks of={[...seen.errors, ...seen.problems, ...seen.warnings]} />
      {seen.confirmations.length > 0 && (
        <div class="field flag">
          <label>
            <input
              type="checkbox"
              checked={confirmed}
              onChange={(event) => setConfirmed(event.currentTarget.checked)}
            />
            {intakeTexts.upload.confirm(seen.confirmations.length)}
          </label>
        </div>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {!mapped && <p class="problem">{intakeTexts.upload.none}</p>}
      <KeepTemplate
        body={{
          columns: seen.columns,
          mapping,
          values: reading.values ?? seen.values,
          ...(seen.dateOrder && { dateOrder: seen.dateOrder }),
        }}
      />
      <div class="actions end">
        <Button
          kind="primary"
          disabled={!mapped || seen.ambiguousDates.length > 0}
          onClick={() =>
            void attempt(() =>
              change<{ id: string }>('POST', `/v1/uploads/${id}/import`, {
                encoding: seen.encoding,
                delimiter: seen.delimiter,
                mapping,
                values: reading.values ?? seen.values,
                ...(reading.dateOrder && { dateOrder: reading.dateOrder }),
                ...(reading.templateId && { templateId: reading.templateId }),
                confirmHighValues: confirmed,
              }),
            ).then((activity) => activity && onStarted(activity.id))
          }
        >
          {intakeTexts.upload.start}
        </Button>
      </div>
    </div>
  );
}

/** Keeps how the file is read under a name, for files with the same columns. */
function KeepTemplate({ body }: { body: object }) {
  const [name, setName] = useState('');
  return (
    <div class="pair keep-template">
      <div class="field">
        <label for="upload-template-name">{intakeTexts.upload.templateName}</label>
        <input
          id="upload-template-name"
          maxLength={100}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <ActionButton
        disabled={name.trim() === ''}
        run={() => change('POST', '/v1/import-templates', { name: name.trim(), ...body })}
        done={intakeTexts.upload.templateKept}
      >
        {intakeTexts.upload.keep}
      </ActionButton>
    </div>
  );
}

/** What is wrong or doubtful, row by row. */
function Remarks({ of: remarks }: { of: readonly Remark[] }) {
  if (remarks.length === 0) return null;
  const sorted = remarks.toSorted((one, other) => one.row - other.row).slice(0, SHOWN);
  return (
    <ul class="bullets">
      {sorted.map(({ row, column, value, message }) => (
        <li key={`${row} ${column} ${message}`}>
          {intakeTexts.upload.row} {row}
          {column && `, ${column}`}: {value && `“${value}” `}
          {message}
        </li>
      ))}
    </ul>
  );
}

function labelOf({ fields }: Preview, field: string): string {
  return wordFor(field) ?? fields.find((one) => one.field === field)?.label ?? field;
}

function optionsFor({ fields, mapping }: Preview, column: string): readonly (readonly [string, string])[] {
  const known = fields.map(({ field, label }) => [field, wordFor(field) ?? label] as const);
  const own = mapping[column];
  const isKnown = !own || fields.some(({ field }) => field === own);
  return isKnown ? known : [[own, own], ...known];
}

/** The first rows. A cell that cannot be read is marked, and explained below its row. */
function Cells({ seen }: { seen: Preview }) {
  const remarks = [...seen.errors, ...seen.problems];
  const wrong = new Set(remarks.map(({ row, column }) => `${row} ${column}`));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section class="scroll" tabIndex={0} aria-label={intakeTexts.upload.rows(seen.rows.length, seen.hasMore)}>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">{intakeTexts.upload.row}</th>
            {seen.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {seen.rows.slice(0, SHOWN).map((row, index) => (
            <tr key={index}>
              <td>{index + 1}</td>
              {seen.columns.map((column, place) => (
                <td key={column} class={wrong.has(`${index + 1} ${column}`) ? 'wrong' : ''}>
                  {row[place] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Choice({
  id,
  label,
  value,
  options,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {options.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
