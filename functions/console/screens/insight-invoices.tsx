import { useId, useState } from 'preact/hooks';
import { change, download } from '../kit/api.ts';
import { daysOf } from '../kit/dates.ts';
import { type Field, Form } from '../kit/form.tsx';
import { dateTime, money } from '../kit/format.ts';
import { JobLink, OrderLink } from '../kit/links.tsx';
import { refreshAll, useLive } from '../kit/live.ts';
import { can } from '../kit/me.ts';
import { ActionButton, Badge, Button, Dialog, EmptyState, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { insightsTexts } from '../texts/texts.ts';
import { InsightPage } from './insight-frame.tsx';

const t = insightsTexts.invoices;

/** Checks that are shown: the latest. */
const SHOWN = 4;

/** Lines that are shown of each. */
const MOST_LINES = 100;

/** How often a check is read. Milliseconds. */
const EVERY_MS = 3_000;

interface Line {
  readonly row: number | null;
  readonly reference: string;
  readonly verdict: keyof typeof t.verdicts;
  readonly invoicedCents: number;
  readonly expectedCents: number;
  readonly jobId: string | null;
  readonly orderId: string | null;
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly result: {
    readonly name: string;
    readonly providerName: string;
    readonly days: { readonly from: string; readonly to: string };
    readonly currency: string;
    readonly counts: Readonly<Record<keyof typeof t.verdicts, number>>;
    readonly invoicedCents: number;
    readonly disputedCents: number;
    readonly missingCents: number;
    readonly lines: readonly Line[];
  } | null;
}

/** Carriers' invoices against their deliveries. */
export function InvoicesScreen() {
  const [isOpen, setOpen] = useState(false);
  const { data, error, refresh } = useLive<{ readonly results: readonly { readonly id: string }[] }>(
    can('READ_ACTIVITY') ? '/v1/activities' : null,
    { action: 'act_check_invoice', limit: SHOWN },
    EVERY_MS,
  );
  return (
    <InsightPage page="invoices" isPlain>
      <p>{t.text}</p>
      {can('WRITE_DISPATCH_STRATEGY') && (
        <div class="actions">
          <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
            {t.create}
          </Button>
        </div>
      )}
      {isOpen && <NewCheck onClose={() => setOpen(false)} />}
      {!can('READ_ACTIVITY') ? (
        <p class="quiet">{insightsTexts.whatIf.forbidden}</p>
      ) : !data ? (
        <Loading error={error} retry={refresh} lines={6} />
      ) : data.results.length === 0 ? (
        <EmptyState icon="insights" title={t.empty} text={t.emptyText} />
      ) : (
        data.results.map(({ id }) => <CheckOf key={id} id={id} />)
      )}
    </InsightPage>
  );
}

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true, help: t.nameHelp },
  {
    name: 'providerId',
    label: insightsTexts.provider,
    kind: 'choice',
    options: 'everyProvider',
    required: true,
  },
  { name: 'from', label: m.table.from, kind: 'date', required: true },
  { name: 'to', label: m.table.to, kind: 'date', required: true },
  { name: 'reference', label: t.reference, help: t.columnHelp },
  { name: 'amount', label: t.amount, help: t.columnHelp },
];

/** The file of an invoice, and how it is read. */
function NewCheck({ onClose }: { onClose: () => void }) {
  const [content, setContent] = useState('');
  const id = useId();
  return (
    <Dialog title={t.create} wide onClose={onClose}>
      <p>
        <label for={id}>{t.file}</label>{' '}
        <input
          id={id}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => {
            void event.currentTarget.files?.[0]?.text().then(setContent);
          }}
        />
      </p>
      {content !== '' && <p class="quiet">{t.columns(content.split(/\r?\n/)[0] ?? '')}</p>}
      <Form
        fields={fields}
        initial={{ ...daysOf('last_month') }}
        submitLabel={t.check}
        onCancel={onClose}
        onSubmit={async ({ reference, amount, ...rest }) => {
          const columns = reference && amount ? { columns: { reference, amount } } : {};
          await change('POST', '/v1/dispatch/invoice-checks', { ...rest, ...columns, content });
          refreshAll();
          onClose();
        }}
      />
    </Dialog>
  );
}

function CheckOf({ id }: { id: string }) {
  const { data, error, refresh } = useLive<Check>(`/v1/activities/${id}`, {}, EVERY_MS);
  if (!data) return <Loading error={error} retry={refresh} lines={4} />;
  const { result, status, createdAt } = data;
  if (!result) {
    return (
      <Section title={dateTime(createdAt)}>
        <Badge value={status} />
      </Section>
    );
  }
  const { name, providerName, days, currency, counts, invoicedCents, disputedCents, missingCents, lines } =
    result;
  return (
    <Section
      title={name}
      actions={
        disputedCents !== 0 && (
          <ActionButton run={() => download(`/v1/dispatch/invoice-checks/${id}/dispute`, {}, `${name}.csv`)}>
            {t.dispute}
          </ActionButton>
        )
      }
    >
      <p class="quiet">
        {providerName}, {days.from} – {days.to}
      </p>
      <p>
        {t.sums(
          money(invoicedCents, currency),
          money(disputedCents, currency),
          money(missingCents, currency),
        )}
      </p>
      <ul class="chips">
        {Object.entries(t.verdicts).map(([verdict, label]) => (
          <li key={verdict}>
            {label}: <strong>{counts[verdict as keyof typeof counts]}</strong>
          </li>
        ))}
      </ul>
      {lines.length > 0 && (
        <div class="numbers wide">
          <table class="plain">
            <thead>
              <tr>
                <th scope="col">{t.row}</th>
                <th scope="col">{t.verdict}</th>
                <th scope="col" class="end">
                  {t.invoiced}
                </th>
                <th scope="col" class="end">
                  {t.expected}
                </th>
                <th scope="col">{t.reference}</th>
                <th scope="col">{t.delivery}</th>
              </tr>
            </thead>
            <tbody>
              {lines.slice(0, MOST_LINES).map((line) => (
                <tr key={`${line.row} ${line.reference}`}>
                  <td>{line.row ?? m.none}</td>
                  <td>{t.verdicts[line.verdict]}</td>
                  <td class="end">{money(line.invoicedCents, currency)}</td>
                  <td class="end">{money(line.expectedCents, currency)}</td>
                  <td>{line.reference}</td>
                  <td>
                    {line.orderId ? (
                      <OrderLink id={line.orderId} />
                    ) : (
                      line.jobId && <JobLink id={line.jobId} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {lines.length > MOST_LINES && <p class="quiet">{insightsTexts.leftOut(lines.length - MOST_LINES)}</p>}
    </Section>
  );
}
