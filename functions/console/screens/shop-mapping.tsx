import { useId, useState } from 'preact/hooks';
import { useApiNames } from '../kit/api-names.ts';
import { FieldInput, type OwnInputProps, type Values } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { incomingTexts } from '../texts/texts.ts';
import { type Place, placesOf, readSource } from './shop-message-places.ts';

/** Fields of an order that shops usually send. Any other can be typed. */
const ORDER_FIELDS = [
  'referenceId',
  ...['dropoff', 'pickup'].flatMap((side) =>
    [
      'FirstName',
      'LastName',
      'BusinessName',
      'Address',
      'AddressFormattedStreet',
      'AddressSecondarynumber',
      'AddressCity',
      'AddressState',
      'AddressZip',
      'AddressCountry',
      'PhoneNumber',
      'Email',
      'Instructions',
      'StartTime',
      'EndTime',
    ].map((name) => `${side}${name}`),
  ),
  'pickupExternalStoreLocationId',
  'description',
  'valueCents',
  'tipAmountCents',
  'dueAmountCents',
  'currency',
  'itemsCount',
  'weight',
  'tags',
  'requirements',
];

/** Characters that are shown of what a message has at a place. */
const SHOWN = 100;

/** Fields of an item. */
const ITEM_FIELDS = [
  'id',
  'description',
  'count',
  'valueCents',
  'weight',
  'category',
  'barcode',
  'externalProductId',
];

/** How a message is read, field by field. With a sample message, its places are offered with what is there. */
export function MappingInput({ id, value, values, errorAt, onChange }: OwnInputProps) {
  useApiNames();
  const mapping = (value as Values | null | undefined) ?? {};
  const sample = values.sample;
  const places = placesOf(sample);
  const set = (name: string, next: unknown) => {
    const { [name]: _, ...others } = mapping;
    const isEmpty = next === null || next === undefined || next === '';
    onChange(isEmpty ? others : { ...others, [name]: next });
  };
  const authentication = (mapping.authentication as Values | undefined) ?? { type: 'bearer' };
  const items = mapping.items as { readonly list?: string; readonly fields?: Values } | undefined;
  const kind = (mapping.kind as Values | undefined) ?? {};
  const setKind = (name: string, next: unknown) => {
    const changed = Object.fromEntries(
      Object.entries({ ...kind, [name]: next }).filter(
        ([, one]) => one !== null && one !== undefined && !(Array.isArray(one) && one.length === 0),
      ),
    );
    set('kind', Object.keys(changed).length === 0 ? undefined : changed);
  };
  const lists = placesOf(sample, 'lists');
  const firstOfList = items?.list ? readSource(sample, `${items.list}/0`, 'value') : undefined;
  const shared = { sample, places };
  return (
    <fieldset class="setting-group wide" id={id} tabIndex={-1}>
      <legend>{incomingTexts.shops.mapping}</legend>
      <p class="help">{incomingTexts.shops.mappingHelp}</p>
      <div class="fields">
        <FieldInput
          id={`${id}-authentication`}
          field={{
            name: 'type',
            label: incomingTexts.shops.proof,
            kind: 'choice',
            options: incomingTexts.shops.proofs,
          }}
          value={authentication.type}
          error={errorAt('authentication')}
          onChange={(type) =>
            set(
              'authentication',
              type === 'hmac'
                ? { type, header: 'x-signature', encoding: 'hex' }
                : { type: 'bearer', header: 'authorization' },
            )
          }
        />
        <FieldInput
          key={String(authentication.type)}
          id={`${id}-header`}
          field={{
            name: 'header',
            label: incomingTexts.shops.header,
            required: authentication.type === 'hmac',
          }}
          value={authentication.header}
          error={errorAt('authentication.header')}
          onChange={(header) => set('authentication', { ...authentication, header })}
        />
        {authentication.type === 'hmac' && (
          <FieldInput
            id={`${id}-encoding`}
            field={{
              name: 'encoding',
              label: incomingTexts.shops.encoding,
              kind: 'choice',
              options: ['hex', 'base64'].map((one) => [one, one] as const),
            }}
            value={authentication.encoding ?? 'hex'}
            error={errorAt('authentication.encoding')}
            onChange={(encoding) => set('authentication', { ...authentication, encoding: encoding ?? 'hex' })}
          />
        )}
      </div>
      <div class="fields">
        <SourceInput
          {...shared}
          label={incomingTexts.shops.orderNumber}
          value={String(mapping.orderId ?? '')}
          error={errorAt('orderId')}
          required
          onChange={(source) => set('orderId', source)}
        />
        <SourceInput
          {...shared}
          label={incomingTexts.shops.changedAt}
          help={incomingTexts.shops.changedAtHelp}
          value={String(mapping.version ?? '')}
          error={errorAt('version')}
          onChange={(source) => set('version', source)}
        />
      </div>
      <Sources
        {...shared}
        title={incomingTexts.shops.orderFields}
        known={ORDER_FIELDS}
        fields={(mapping.fields as Values | undefined) ?? {}}
        errorAt={(name) => errorAt(`fields.${name}`)}
        onChange={(fields) => set('fields', fields)}
      />
      {items ? (
        <div class="setting-group wide">
          <SourceInput
            sample={sample}
            places={lists}
            label={incomingTexts.shops.itemList}
            value={items.list ?? ''}
            error={errorAt('items.list') ?? errorAt('items')}
            onChange={(list) => set('items', { ...items, list })}
          />
          <Sources
            sample={firstOfList}
            places={placesOf(firstOfList)}
            title={incomingTexts.shops.itemFields}
            known={ITEM_FIELDS}
            fields={items.fields ?? {}}
            errorAt={(name) => errorAt(`items.fields.${name}`)}
            onChange={(fields) => set('items', { ...items, fields })}
          />
          <Button kind="ghost" icon="trash" onClick={() => set('items', undefined)}>
            {incomingTexts.shops.noItems}
          </Button>
        </div>
      ) : (
        <Button icon="plus" onClick={() => set('items', { list: lists[0]?.pointer ?? '', fields: {} })}>
          {incomingTexts.shops.addItems}
        </Button>
      )}
      <details class="wide" open={Object.keys(kind).length > 0}>
        <summary>{incomingTexts.shops.reports}</summary>
        <p class="help">{incomingTexts.shops.reportsHelp}</p>
        <div class="fields">
          <SourceInput
            {...shared}
            label={incomingTexts.shops.reportPlace}
            value={String(kind.pointer ?? '')}
            error={errorAt('kind.pointer') ?? errorAt('kind')}
            onChange={(pointer) => setKind('pointer', pointer || undefined)}
          />
          <FieldInput
            id={`${id}-kind-header`}
            field={{ name: 'header', label: incomingTexts.shops.reportHeader }}
            value={kind.header}
            error={errorAt('kind.header')}
            onChange={(header) => setKind('header', header)}
          />
          {(['cancelled', 'refunded', 'ignored'] as const).map((name) => (
            <FieldInput
              key={name}
              id={`${id}-${name}`}
              field={{
                name,
                label: incomingTexts.shops.reported[name],
                kind: 'list',
                help: incomingTexts.shops.reportedHelp,
              }}
              value={kind[name]}
              error={errorAt(`kind.${name}`)}
              onChange={(values_) => setKind(name, values_)}
            />
          ))}
        </div>
      </details>
      <div class="fields">
        <FieldInput
          id={`${id}-cents`}
          field={{ name: 'amountsInCents', label: incomingTexts.shops.inCents, kind: 'flag' }}
          value={mapping.amountsInCents === true}
          error={errorAt('amountsInCents')}
          onChange={(isCents) => set('amountsInCents', isCents || undefined)}
        />
        <FieldInput
          id={`${id}-dates`}
          field={{
            name: 'dateOrder',
            label: m.shared.dateOrder,
            kind: 'choice',
            options: m.shared.dateOrders.slice(1),
            nothing: incomingTexts.shops.noDates,
          }}
          value={mapping.dateOrder}
          error={errorAt('dateOrder')}
          onChange={(order) => set('dateOrder', order)}
        />
      </div>
    </fieldset>
  );
}

interface SampleProps {
  readonly sample: unknown;
  readonly places: readonly Place[];
}

/** Fields, each with the place from which it is read. */
function Sources({
  title,
  known,
  fields,
  errorAt,
  onChange,
  ...shared
}: SampleProps & {
  title: string;
  known: readonly string[];
  fields: Values;
  errorAt: (name: string) => string | undefined;
  onChange: (fields: Values) => void;
}) {
  const id = useId();
  const names = Object.keys(fields);
  const free = known.filter((one) => !names.includes(one));
  const [name, setName] = useState('');
  const add = () => {
    onChange({ ...fields, [name.trim()]: '' });
    setName('');
  };
  return (
    <div class="setting-group wide">
      <b>{title}</b>
      {names.map((field) => (
        <div class="setting-row" key={field}>
          <SourceInput
            {...shared}
            label={words(field)}
            value={String(fields[field] ?? '')}
            error={errorAt(field)}
            onChange={(source) => onChange({ ...fields, [field]: source })}
          />
          <Button
            kind="ghost"
            icon="trash"
            label={incomingTexts.shops.removeField(words(field))}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(fields).filter(([one]) => one !== field)))
            }
          />
        </div>
      ))}
      <div class="field">
        <label for={id}>{incomingTexts.shops.addField}</label>
        <div class="with-variables">
          <input
            id={id}
            list={`${id}-known`}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <Button icon="plus" disabled={name.trim() === '' || names.includes(name.trim())} onClick={add}>
            {m.actions.add}
          </Button>
        </div>
        <datalist id={`${id}-known`}>
          {free.map((one) => (
            <option key={one} value={one}>
              {words(one)}
            </option>
          ))}
        </datalist>
      </div>
    </div>
  );
}

/** The place of a value in a message, with what a sample has there. */
function SourceInput({
  label,
  help,
  value,
  error,
  required = false,
  sample,
  places,
  onChange,
}: SampleProps & {
  label: string;
  help?: string;
  value: string;
  error: string | undefined;
  required?: boolean;
  onChange: (source: string) => void;
}) {
  const id = useId();
  const read = sample === undefined || value === '' ? undefined : readSource(sample, value, 'text');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {required && <span class="mark"> {m.form.mark}</span>}
      </label>
      <input
        id={id}
        list={`${id}-places`}
        autocomplete="off"
        value={value}
        placeholder="/shipping/name"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-notes`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={`${id}-places`}>
        {places.map(({ pointer, text }) => (
          <option key={pointer} value={pointer}>
            {text}
          </option>
        ))}
      </datalist>
      <span id={`${id}-notes`}>
        {help && <span class="help block">{help}</span>}
        {read !== undefined && (
          <span class="help block">
            {read === ''
              ? incomingTexts.shops.nothingThere
              : incomingTexts.shops.readsAs(String(read).slice(0, SHOWN))}
          </span>
        )}
        {error && <span class="error block">{error}</span>}
      </span>
    </div>
  );
}
