import { useState } from 'preact/hooks';
import { change } from '../kit/api.ts';
import { CreateButton, type Creation, DetailPage } from '../kit/detail.tsx';
import { type Field, Form, given } from '../kit/form.tsx';
import { money, words } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named, useOptions } from '../kit/lookups.tsx';
import { setQuery, usePlace } from '../kit/router.ts';
import { Badge, PageHead, Section, Tabs } from '../kit/ui.tsx';
import { type Reason, reasonOf } from '../kit/why.ts';
import { m } from '../messages.ts';
import { outgoingTexts } from '../texts/texts.ts';

interface Strategy extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly label: string;
  readonly providerSelectionStrategy: string;
  readonly allowedProviders: readonly string[] | null;
  readonly enableAutoDispatch: boolean;
  readonly reassignOnFailure: boolean;
  readonly leadTimeMinutes: number;
  readonly maxAttempts: number;
  readonly maxDeliveryFeeCents: number | null;
  readonly driverTimeoutMinutes: number | null;
  readonly workflowWaitSeconds: number | null;
}

const path = '/v1/options_group';

const definition: ListDefinition<Strategy> = {
  id: 'strategies',
  title: m.strategies.title,
  source: { kind: 'whole', path, rows: (reply: readonly Strategy[]) => reply },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/strategies/${id}`,
  searchIn: ({ label }) => label,
  columns: [
    { id: 'label', label: m.fields.name, share: 1.5, show: ({ label }) => label },
    {
      id: 'mode',
      label: outgoingTexts.strategies.mode,
      show: ({ providerSelectionStrategy }) => words(providerSelectionStrategy),
    },
    {
      id: 'auto',
      label: outgoingTexts.strategies.auto,
      share: 1.3,
      show: ({ enableAutoDispatch }) => (
        <Badge value={enableAutoDispatch ? 'active' : 'inactive'} text={enableAutoDispatch ? m.yes : m.no} />
      ),
    },
    {
      id: 'attempts',
      label: m.strategies.attempts,
      align: 'end',
      minor: true,
      show: ({ maxAttempts }) => maxAttempts,
    },
    {
      id: 'fee',
      label: m.strategies.maxFee,
      align: 'end',
      minor: true,
      show: ({ maxDeliveryFeeCents }) => money(maxDeliveryFeeCents),
    },
  ],
  empty: {
    icon: 'strategies',
    title: outgoingTexts.strategies.empty,
    text: outgoingTexts.strategies.emptyText,
  },
};

const fields: readonly Field[] = [
  { name: 'label', label: m.fields.name, required: true },
  {
    name: 'providerSelectionStrategy',
    label: outgoingTexts.strategies.mode,
    kind: 'choice',
    options: ['cheapest', 'fastest', 'preferred_order', 'most_reliable', 'weighted', 'dynamic'].map(
      (mode) => [mode, words(mode)] as const,
    ),
  },
  { name: 'allowedProviders', label: m.strategies.providers, kind: 'choices', options: 'providers' },
  { name: 'enableAutoDispatch', label: outgoingTexts.strategies.auto, kind: 'flag' },
  { name: 'reassignOnFailure', label: outgoingTexts.strategies.reassign, kind: 'flag' },
  {
    name: 'lateMinuteCents',
    label: outgoingTexts.strategies.lateMinute,
    kind: 'money',
    when: ({ providerSelectionStrategy }) => providerSelectionStrategy === 'dynamic',
  },
  {
    name: 'explorationShare',
    label: outgoingTexts.strategies.exploration,
    help: outgoingTexts.strategies.explorationHelp,
    kind: 'number',
  },
  { name: 'leadTimeMinutes', label: outgoingTexts.strategies.leadTime, kind: 'number' },
  { name: 'maxAttempts', label: m.strategies.attempts, kind: 'number' },
  { name: 'driverTimeoutMinutes', label: outgoingTexts.strategies.driverTimeout, kind: 'number' },
  { name: 'workflowWaitSeconds', label: outgoingTexts.strategies.workflowWait, kind: 'number' },
  {
    name: 'afterWorkflowWait',
    label: outgoingTexts.strategies.afterWorkflowWait,
    kind: 'choice',
    options: ['dispatch', 'fail'].map((end) => [end, words(end)] as const),
    when: ({ workflowWaitSeconds }) => typeof workflowWaitSeconds === 'number',
  },
  { name: 'enableMaxDeliveryFee', label: outgoingTexts.strategies.limitFee, kind: 'flag' },
  {
    name: 'maxDeliveryFeeCents',
    label: m.strategies.maxFee,
    kind: 'money',
    when: ({ enableMaxDeliveryFee }) => enableMaxDeliveryFee === true,
  },
  {
    name: 'escalateToOptionsGroupId',
    label: outgoingTexts.strategies.escalate,
    kind: 'choice',
    options: 'strategies',
  },
];

/** How providers are chosen, with a place to try it. */
export function StrategiesScreen() {
  const { query } = usePlace();
  const tab = query.get('tab') === 'evaluate' ? 'evaluate' : 'strategies';
  return (
    <div class="tab-page">
      <PageHead
        title={m.strategies.title}
        actions={tab === 'strategies' && <CreateButton creation={creation} />}
      />
      <Tabs
        label={m.strategies.title}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null })}
        tabs={[
          ['strategies', m.strategies.title],
          ['evaluate', outgoingTexts.strategies.evaluate],
        ]}
      />
      {tab === 'strategies' ? <ListPage nested definition={definition} /> : <Evaluate />}
    </div>
  );
}

const creation: Creation = {
  label: outgoingTexts.strategies.create,
  permission: 'WRITE_DISPATCH_STRATEGY',
  fields,
  initial: { providerSelectionStrategy: 'cheapest' },
  create: async (values) => `/strategies/${(await change<Strategy>('POST', path, given(values))).id}`,
};

interface Evaluation {
  readonly dispatchRule: {
    readonly matchedRuleLabel: string | null;
    readonly optionsGroupLabel: string;
  } | null;
  readonly strategy: string;
  readonly because: readonly Reason[];
  readonly rankedProviders: readonly {
    readonly providerId: string;
    readonly providerName: string;
    readonly probability: number;
    readonly rank: number | null;
    readonly reason: Reason;
  }[];
}

/** Names of the fields with prices, before the id of the provider. */
const PRICE_OF = 'price of ';

/** What a dispatch would decide, and why. */
function Evaluate() {
  const providers = useOptions('providers');
  const [result, setResult] = useState<Evaluation>();
  return (
    <Section title={outgoingTexts.strategies.evaluate}>
      <p class="quiet">{outgoingTexts.strategies.evaluateText}</p>
      <div class="columns even">
        <Form
          key={providers.length}
          fields={[
            { name: 'dropoffAddressCity', label: m.orders.city },
            { name: 'packageValueCents', label: m.orders.value, kind: 'money' },
            { name: 'tags', label: m.fields.tags, kind: 'list' },
            { name: 'pickupStoreLocationId', label: m.orders.store, kind: 'choice', options: 'stores' },
            ...providers.map(
              ([id, name]) =>
                ({
                  name: PRICE_OF + id,
                  label: outgoingTexts.strategies.priceOf(name),
                  kind: 'money',
                }) as const,
            ),
          ]}
          initial={Object.fromEntries(
            providers.slice(0, 4).map(([id], index) => [PRICE_OF + id, 600 + index * 125]),
          )}
          note={() => <p class="help wide">{outgoingTexts.strategies.quotesHelp}</p>}
          submitLabel={outgoingTexts.strategies.explain}
          onSubmit={async ({
            dropoffAddressCity,
            packageValueCents,
            tags,
            pickupStoreLocationId,
            ...prices
          }) => {
            const context = given({ packageValueCents, tags, pickupStoreLocationId });
            setResult(
              await change<Evaluation>('POST', '/v1/dispatch/evaluate', {
                ...given({ dropoffAddressCity }),
                quotes: Object.entries(given(prices)).map(([name, totalPriceCents]) => ({
                  providerId: name.slice(PRICE_OF.length),
                  totalPriceCents,
                })),
                ...(Object.keys(context).length > 0 ? { context } : {}),
              }),
            );
          }}
        />
        <div aria-live="polite">
          {result && (
            <>
              <p>
                <strong>{result.dispatchRule?.optionsGroupLabel ?? m.strategies.standard}</strong> ·{' '}
                {words(result.strategy)}
              </p>
              <ul class="bullets">
                {result.because.map((reason, index) => (
                  <li key={index}>{reasonOf(reason)}</li>
                ))}
              </ul>
              <ol class="rows">
                {result.rankedProviders.map(({ providerId, providerName, rank, reason }) => (
                  <li key={providerId}>
                    <strong>{rank === null ? m.none : `${rank}.`}</strong>
                    <span>
                      {providerName}
                      <span class="quiet block">{reasonOf(reason)}</span>
                    </span>
                  </li>
                ))}
              </ol>
            </>
          )}
        </div>
      </div>
    </Section>
  );
}

/** One strategy. */
export function StrategyPage({ params }: { params: Readonly<Record<string, string>> }) {
  const all = useLive<readonly Strategy[]>(path);
  const found = all.data?.find(({ id }) => id === params.id);
  return (
    <DetailPage
      live={{ ...all, data: found }}
      back={['/strategies', m.strategies.title]}
      title={({ label }) => label}
      badges={({ providerSelectionStrategy }) => (
        <Badge value="neutral" text={words(providerSelectionStrategy)} />
      )}
      facts={(data) => [
        [m.fields.id, <code key="id">{data.id}</code>],
        [
          m.strategies.providers,
          data.allowedProviders?.map((id) => (
            <div key={id}>
              <Named from="everyProvider" id={id} />
            </div>
          )) ?? outgoingTexts.strategies.everyProvider,
        ],
        [outgoingTexts.strategies.auto, data.enableAutoDispatch ? m.yes : m.no],
        [outgoingTexts.strategies.reassign, data.reassignOnFailure ? m.yes : m.no],
        [outgoingTexts.strategies.leadTime, data.leadTimeMinutes],
        [m.strategies.attempts, data.maxAttempts],
        [m.strategies.maxFee, money(data.maxDeliveryFeeCents)],
        [outgoingTexts.strategies.driverTimeout, data.driverTimeoutMinutes],
        [outgoingTexts.strategies.workflowWait, data.workflowWaitSeconds],
      ]}
      editing={(data) => ({
        permission: 'WRITE_DISPATCH_STRATEGY',
        fields,
        initial: data,
        save: (changed) => change('PATCH', `${path}/${data.id}`, changed),
      })}
      removal={{
        permission: 'WRITE_DISPATCH_STRATEGY',
        question: outgoingTexts.strategies.removeQuestion,
        run: (data) => change('DELETE', `${path}/${data.id}`),
      }}
    />
  );
}
