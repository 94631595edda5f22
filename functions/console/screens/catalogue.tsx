import { change } from '../kit/api.ts';
import { CreateButton, type Creation, DetailPage } from '../kit/detail.tsx';
import { type Field, given, type Values } from '../kit/form.tsx';
import { dateTime, money } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can, organizationOf } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { Badge, Loading, PageHead, Section, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { placesTexts } from '../texts/texts.ts';

interface Product extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly sku: string | null;
  readonly name: string;
  readonly description: string | null;
  readonly categories: readonly string[];
  readonly weight: number;
  readonly dimensions: {
    readonly depth: number | null;
    readonly width: number | null;
    readonly height: number | null;
  };
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Stock {
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly sku: string | null;
  readonly storeLocationId: string;
  readonly quantity: number;
  readonly valueCents: number | null;
  readonly currency: string | null;
  readonly available: boolean;
  readonly location: {
    readonly aisle: string | null;
    readonly bay: string | null;
    readonly shelf: string | null;
  } | null;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const products: ListDefinition<Product> = {
  id: 'products',
  title: placesTexts.catalogue.products,
  source: {
    kind: 'offset',
    path: '/v1/products',
    rows: (reply: { products: readonly Product[] }) => reply.products,
    total: (reply: { totalResults: number }) => reply.totalResults,
    limit: 100,
    limitName: 'numResultsPerPage',
    pageName: 'pageIndex',
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/catalogue/${id}`,
  filters: [{ name: 'search', label: placesTexts.catalogue.search, kind: 'search', isMain: true }],
  columns: [
    { id: 'name', label: m.fields.name, share: 1.6, show: ({ name }) => name },
    { id: 'sku', label: placesTexts.catalogue.sku, show: ({ sku }) => sku ?? m.none },
    {
      id: 'externalId',
      label: m.fields.externalId,
      minor: true,
      show: ({ externalIdentifier }) => externalIdentifier ?? m.none,
    },
    {
      id: 'categories',
      label: placesTexts.catalogue.categories,
      minor: true,
      show: ({ categories }) => categories.join(', ') || m.none,
    },
    {
      id: 'weight',
      label: placesTexts.catalogue.weight,
      align: 'end',
      minor: true,
      show: ({ weight }) => weight,
    },
  ],
  empty: { icon: 'catalogue', title: placesTexts.catalogue.empty, text: placesTexts.catalogue.emptyText },
};

const stockOf = (path: string): ListDefinition<Stock> => ({
  id: 'stock',
  title: placesTexts.catalogue.stock,
  source: {
    kind: 'offset',
    path,
    rows: (reply: { inventory: readonly Stock[] }) => reply.inventory,
    total: (reply: { totalResults: number }) => reply.totalResults,
    limit: 100,
    limitName: 'numResultsPerPage',
    pageName: 'pageIndex',
    created: ({ id, createdAt }) => ({ id, at: createdAt }),
  },
  keyOf: ({ id }) => id,
  href: ({ productId }) => `/catalogue/${productId}`,
  filters: [{ name: 'search', label: placesTexts.catalogue.search, kind: 'search', isMain: true }],
  columns: [
    {
      id: 'product',
      label: placesTexts.catalogue.product,
      share: 1.5,
      show: ({ productName }) => productName,
    },
    {
      id: 'store',
      label: m.stores.one,
      share: 1.4,
      minor: true,
      show: ({ storeLocationId }) => <Named from="stores" id={storeLocationId} />,
    },
    { id: 'quantity', label: placesTexts.catalogue.quantity, align: 'end', show: ({ quantity }) => quantity },
    {
      id: 'price',
      label: m.orders.price,
      align: 'end',
      minor: true,
      show: ({ valueCents, currency }) => money(valueCents, currency),
    },
    {
      id: 'available',
      label: m.fields.status,
      show: ({ available }) => <Available isAvailable={available} />,
    },
    { id: 'updated', label: m.fields.updated, minor: true, show: ({ updatedAt }) => dateTime(updatedAt) },
  ],
  empty: { icon: 'catalogue', title: placesTexts.catalogue.noStock, text: placesTexts.catalogue.noStockText },
});

const stock = stockOf('/v1/inventory');

function Available({ isAvailable }: { isAvailable: boolean }) {
  return (
    <Badge
      value={isAvailable ? 'active' : 'inactive'}
      text={isAvailable ? placesTexts.catalogue.onSale : placesTexts.catalogue.notOnSale}
    />
  );
}

const fields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  {
    name: 'externalIdentifier',
    label: m.fields.externalId,
    required: true,
    help: placesTexts.catalogue.externalIdHelp,
  },
  { name: 'sku', label: placesTexts.catalogue.sku },
  { name: 'barcode', label: placesTexts.catalogue.barcode },
  {
    name: 'categories',
    label: placesTexts.catalogue.categories,
    kind: 'list',
    help: placesTexts.catalogue.listHelp,
  },
  { name: 'weight', label: placesTexts.catalogue.weight, kind: 'number', required: true },
  { name: 'width', label: placesTexts.catalogue.width, kind: 'number' },
  { name: 'depth', label: placesTexts.catalogue.depth, kind: 'number' },
  { name: 'height', label: placesTexts.catalogue.height, kind: 'number' },
  { name: 'description', label: m.fields.description, wide: true },
];

/** The product that these values of the form describe; what the form does not show stays. */
function productOf(values: Values, before?: Product): Values {
  const { barcode, width = null, depth = null, height = null, ...rest } = values;
  const others = (before?.identifiers ?? []).filter(({ type }) => type !== 'barcode');
  return {
    ...before,
    ...given(rest),
    categories: values.categories ?? [],
    dimensions: { width, depth, height },
    identifiers: [...others, ...(barcode ? [{ type: 'barcode', value: barcode }] : [])],
  };
}

const creation: Creation = {
  label: placesTexts.catalogue.create,
  permission: 'WRITE_CATALOG',
  fields,
  create: async (values) => {
    const [made] = await change<readonly Product[]>('POST', '/v1/products', {
      products: [productOf(values)],
    });
    return made && `/catalogue/${made.id}`;
  },
};

/** Sets the stock of a product at a store. */
function stockCreation(productId?: string): Creation {
  return {
    label: placesTexts.catalogue.setStock,
    permission: 'WRITE_CATALOG',
    fields: [
      ...(productId
        ? []
        : ([
            {
              name: 'productId',
              label: placesTexts.catalogue.product,
              kind: 'choice',
              options: 'products',
              required: true,
            },
          ] as const)),
      { name: 'storeLocationId', label: m.stores.one, kind: 'choice', options: 'stores', required: true },
      { name: 'quantity', label: placesTexts.catalogue.quantity, kind: 'number', required: true },
      { name: 'valueCents', label: m.orders.price, kind: 'money' },
      { name: 'available', label: placesTexts.catalogue.onSale, kind: 'flag' },
    ],
    initial: { available: true },
    create: async (values) => {
      await change('POST', '/v1/inventory', {
        inventory: [
          {
            ...given(values),
            productId: productId ?? values.productId,
            available: values.available === true,
            ...(values.valueCents ? { currency: organizationOf()?.currency ?? 'USD' } : {}),
          },
        ],
      });
      return undefined;
    },
  };
}

/** What there is to sell, and how much of it is at which store. */
export function CatalogueScreen() {
  const { query } = usePlace();
  const tab = query.get('tab') === 'stock' ? 'stock' : 'products';
  return (
    <div class="tab-page">
      <PageHead
        title={m.titles.catalogue}
        actions={<CreateButton key={tab} creation={tab === 'stock' ? stockCreation() : creation} />}
      />
      <Tabs
        label={m.titles.catalogue}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null })}
        tabs={[
          ['products', placesTexts.catalogue.products],
          ['stock', placesTexts.catalogue.stock],
        ]}
      />
      {tab === 'stock' ? (
        <ListPage key="stock" nested definition={stock} />
      ) : (
        <ListPage key="products" nested definition={products} />
      )}
    </div>
  );
}

/** One product, and its stock at the stores. */
export function ProductPage({ params }: { params: Readonly<Record<string, string>> }) {
  const id = params.id ?? '';
  const product = useLive<Product>(`/v1/product/${encodeURIComponent(id)}`);
  return (
    <DetailPage
      live={product}
      back={['/catalogue', m.titles.catalogue]}
      title={({ name }) => name}
      facts={(data) => [
        [placesTexts.catalogue.sku, data.sku],
        [m.fields.externalId, data.externalIdentifier],
        [placesTexts.catalogue.categories, data.categories.join(', ')],
        [placesTexts.catalogue.weight, data.weight],
        [placesTexts.catalogue.dimensions, sidesOf(data.dimensions)],
        [
          placesTexts.catalogue.identifiers,
          data.identifiers.map(({ type, value }) => `${type}: ${value}`).join(', '),
        ],
        [m.fields.description, data.description],
        [m.fields.updated, dateTime(data.updatedAt)],
      ]}
      {...(product.data?.externalIdentifier
        ? {
            editing: (data: Product) => {
              const initial = {
                ...data,
                ...data.dimensions,
                barcode: data.identifiers.find(({ type }) => type === 'barcode')?.value ?? null,
              };
              return {
                permission: 'WRITE_CATALOG',
                fields: fields.filter(({ name }) => name !== 'externalIdentifier'),
                initial,
                save: (changed: Values) =>
                  change('POST', '/v1/products', {
                    products: [
                      {
                        ...productOf(
                          Object.fromEntries(
                            fields.map(({ name }) => [
                              name,
                              name in changed ? changed[name] : (initial as Values)[name],
                            ]),
                          ),
                          data,
                        ),
                        version: data.version,
                      },
                    ],
                  }),
              };
            },
          }
        : {})}
    >
      {(data) => <StockOf product={data} />}
    </DetailPage>
  );
}

/** The stock of a product. */
function StockOf({ product: { id, name, externalIdentifier } }: { product: Product }) {
  const { data, error, refresh } = useLive<{ readonly inventory: readonly Stock[] }>('/v1/inventory', {
    ...(externalIdentifier ? { externalProductId: externalIdentifier } : { search: name }),
    numResultsPerPage: 100,
  });
  const rows = data?.inventory.filter(({ productId }) => productId === id);
  return (
    <Section
      title={placesTexts.catalogue.stock}
      actions={can('WRITE_CATALOG') && <CreateButton isPlain creation={stockCreation(id)} />}
    >
      {!rows && <Loading error={error} retry={refresh} lines={2} />}
      {rows?.length === 0 && <p class="quiet">{placesTexts.catalogue.noStockText}</p>}
      <ul class="rows">
        {rows?.map((row) => (
          <li key={row.id}>
            <strong>
              <Named from="stores" id={row.storeLocationId} />
            </strong>
            <span>
              {[
                placesTexts.catalogue.pieces(row.quantity),
                row.valueCents !== null && money(row.valueCents, row.currency),
                [row.location?.aisle, row.location?.bay, row.location?.shelf].filter(Boolean).join(' / '),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Available isAvailable={row.available} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** `12 × – × 30`; nothing while no side is known. */
function sidesOf({ width, depth, height }: Product['dimensions']): string | undefined {
  const sides = [width, depth, height];
  return sides.some((side) => side !== null) ? sides.map((side) => side ?? m.none).join(' × ') : undefined;
}
