import { useState } from 'preact/hooks';
import { download, type Query } from '../kit/api.ts';
import { DELIVERY_STATUSES } from '../kit/delivery-statuses.ts';
import { dateTime, money, party, window as span } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { type Filter, type ListDefinition, ListPage, queryOf } from '../kit/list.tsx';
import { can } from '../kit/me.ts';
import { usePlace } from '../kit/router.ts';
import type { OrderRow, Page } from '../kit/types.ts';
import { ActionButton, Badge, Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { intakeTexts } from '../texts/texts.ts';
import { BulkActions, PasteIds } from './bulk.tsx';

const NewOrder = latePart(() => import('./new-order.tsx').then((part) => part.NewOrder));
const UploadOrders = latePart(() => import('./upload.tsx').then((part) => part.UploadOrders));

const STATUSES = [
  'needs_attention',
  'valid',
  'confirmed',
  'dispatched',
  'dispatch_failure',
  'canceled',
  'archived',
];

const filters: readonly Filter[] = [
  { name: 'search', label: m.orders.search, kind: 'search', isMain: true },
  { name: 'days', label: m.orders.dates, kind: 'days', isMain: true, fallback: 'today' },
  {
    name: 'status',
    label: m.fields.status,
    kind: 'choices',
    isMain: true,
    options: STATUSES.map((status) => [status, wordsOf(status)] as const),
  },
  {
    name: 'deliveryStatus',
    label: m.orders.deliveryStatus,
    kind: 'choices',
    options: DELIVERY_STATUSES.map((status) => [status, wordsOf(status)] as const),
  },
  { name: 'hasRoute', label: m.orders.onRoute, kind: 'choice', options: m.orders.onRouteOptions },
  { name: 'pickupStoreLocationIds', label: m.orders.store, kind: 'choices', options: 'stores' },
  { name: 'dropoffStoreLocationIds', label: m.orders.dropoffStore, kind: 'choices', options: 'stores' },
  { name: 'dispatchStrategyId', label: m.orders.strategy, kind: 'choices', options: 'strategies' },
  { name: 'tags', label: m.fields.tags, kind: 'text' },
  { name: 'city', label: m.orders.city, kind: 'text' },
  { name: 'state', label: m.orders.state, kind: 'text' },
  { name: 'country', label: m.orders.country, kind: 'text' },
  { name: 'pickupBusinessName', label: m.orders.pickupBusiness, kind: 'text' },
  { name: 'dropoffBusinessName', label: m.orders.dropoffBusiness, kind: 'text' },
  { name: 'creationSource', label: m.orders.source, kind: 'choice', options: intakeTexts.sources },
  { name: 'ids', label: m.orders.ids, kind: 'text' },
];

function wordsOf(status: string): string {
  const spaced = status.replaceAll('_', ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A dispatched order shows the status of its delivery. */
function shownStatus({ status, deliveryStatus }: OrderRow): string {
  return status === 'dispatched' ? (deliveryStatus ?? status) : status;
}

const definition: ListDefinition<OrderRow> = {
  id: 'orders',
  title: m.orders.title,
  source: {
    kind: 'offset',
    path: '/v1/orders',
    rows: (reply: Page<OrderRow>) => reply.results,
    total: (reply: Page<OrderRow>) => reply.totalCount,
    limit: 100,
    byIds: ({ id }) => id,
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/orders/${id}`,
  filters,
  sorting: { by: 'created_at', descending: true },
  columns: [
    {
      id: 'id',
      label: m.orders.one,
      share: 1.3,
      show: ({ id, externalId }) =>
        externalId ?? (
          <span class="nowrap" title={id}>
            …{id.slice(-6)}
          </span>
        ),
    },
    {
      id: 'status',
      label: m.fields.status,
      share: 1.6,
      show: (order) => <Badge value={shownStatus(order)} />,
    },
    { id: 'pickup', label: m.orders.pickup, share: 1.57, minor: true, show: ({ pickup }) => party(pickup) },
    {
      id: 'dropoff',
      label: m.orders.dropoff,
      share: 1.5,
      show: ({ dropoff }) => (
        <>
          {party(dropoff)} {dropoff.city && <span class="quiet">{dropoff.city}</span>}
        </>
      ),
    },
    {
      id: 'window',
      label: m.orders.window,
      share: 1.4,
      sort: 'dropoff_start_time',
      minor: true,
      show: ({ dropoff }) => span(dropoff.startTime, dropoff.endTime),
    },
    {
      id: 'value',
      label: m.orders.value,
      share: 1.2,
      align: 'end',
      sort: 'value_cents',
      minor: true,
      show: ({ valueCents, currency }) => money(valueCents, currency),
    },
    {
      id: 'created',
      label: m.fields.created,
      share: 1.15,
      sort: 'created_at',
      minor: true,
      show: ({ createdAt }) => dateTime(createdAt),
    },
  ],
  empty: { icon: 'orders', title: m.orders.empty, text: m.orders.emptyText },
};

/** The orders of an organization. */
export function OrdersScreen() {
  const [creating, setCreating] = useState(false);
  const [pasting, setPasting] = useState(false);
  const [uploading, setUploading] = useState(false);
  const { query } = usePlace();
  const exported: Query = queryOf(definition, query);
  const create = can('WRITE_ORDER') && (
    <Button kind="primary" icon="plus" onClick={() => setCreating(true)}>
      {m.orders.create}
    </Button>
  );
  return (
    <>
      <ListPage
        definition={definition}
        actions={
          <>
            <Button icon="copy" onClick={() => setPasting(true)}>
              {intakeTexts.bulk.paste}
            </Button>
            {can('WRITE_UPLOAD') && can('WRITE_ORDER') && (
              <Button icon="upload" onClick={() => setUploading(true)}>
                {m.titles.upload}
              </Button>
            )}
            <ActionButton
              icon="down"
              run={() => download('/v1/orders/export', exported, 'orders.csv')}
              done={intakeTexts.upload.exported}
            >
              {intakeTexts.upload.export}
            </ActionButton>
            {create}
          </>
        }
        emptyAction={create}
        {...(can('WRITE_ORDER')
          ? {
              bulk: (ids: readonly string[], clear: () => void) => (
                <BulkActions orderIds={ids} onDone={clear} />
              ),
            }
          : {})}
      />
      {uploading && <UploadOrders onClose={() => setUploading(false)} />}
      {pasting && <PasteIds onClose={() => setPasting(false)} />}
      {creating && <NewOrder onClose={() => setCreating(false)} />}
    </>
  );
}
