import { change } from '../kit/api.ts';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { CreateButton, type Creation, DetailPage } from '../kit/detail.tsx';
import { type Field, given, type Values } from '../kit/form.tsx';
import { distance, money, pricePerDistance, window as span } from '../kit/format.ts';
import { latePart } from '../kit/late.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can, organizationOf, timeZone } from '../kit/me.ts';
import { Phone } from '../kit/phone.tsx';
import { setQuery, usePlace } from '../kit/router.ts';
import { Badge, PageHead, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';
import { DriverMessages } from './driver-messages.tsx';
import { DriverPhones } from './driver-phones.tsx';
import { saveShifts } from './save-shifts.ts';
import { repetitions, shiftLater } from './shift-plan.ts';

const DriverForms = latePart(() => import('./driver-forms.tsx').then((part) => part.DriverForms));
const SubmittedForms = latePart(() => import('./driver-forms.tsx').then((part) => part.SubmittedForms));
const DriversInApp = latePart(() => import('./drivers-in-app.tsx').then((part) => part.DriversInApp));
const OwnFleet = latePart(() => import('./own-fleet.tsx').then((part) => part.OwnFleet));
const ShiftWeek = latePart(() => import('./shift-week.tsx').then((part) => part.ShiftWeek));

interface Driver extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly externalIdentifier: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly skills: readonly string[];
  readonly enabled: boolean;
  readonly vehicleIds: readonly string[];
  readonly firstVersionContractIds: readonly string[];
  readonly version: number;
}

interface Vehicle extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly externalIdentifier: string | null;
  readonly vehicleInfo: { readonly type: string | null; readonly licensePlate: string | null } | null;
  readonly vehicleConfig: Readonly<Record<string, unknown>> | null;
  readonly courierIds: readonly string[];
  readonly version: number;
}

interface Shift {
  readonly id: string;
  readonly name: string;
  readonly plannedStart: string;
  readonly plannedEnd: string;
  readonly status: string;
  readonly courierId: string | null;
  readonly vehicleId: string | null;
  readonly storeLocationId: string | null;
}

interface Group {
  readonly id: string;
  readonly firstVersionContractId: string;
  readonly externalIdentifier: string;
  readonly name: string;
  readonly isActive: boolean;
}

const enabled = (isEnabled: boolean) => (
  <Badge
    value={isEnabled ? 'active' : 'inactive'}
    text={isEnabled ? fleetTexts.fleet.enabled : fleetTexts.fleet.disabled}
  />
);

const drivers: ListDefinition<Driver> = {
  id: 'drivers',
  title: fleetTexts.fleet.drivers,
  source: {
    kind: 'cursor',
    path: '/v1/couriers',
    rows: (reply: readonly Driver[]) => reply,
    next: (reply: readonly Driver[]) => (reply.length === 100 ? (reply.at(-1)?.id ?? null) : null),
    cursorName: 'after',
    limit: 100,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/fleet/drivers/${id}`,
  searchIn: ({ firstName, lastName, phoneNumber, email, skills, externalIdentifier }) =>
    [firstName, lastName, phoneNumber, email, ...skills, externalIdentifier].join(' '),
  columns: [
    {
      id: 'name',
      label: m.fields.name,
      share: 1.5,
      show: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    { id: 'status', label: m.fields.status, show: (row) => enabled(row.enabled) },
    {
      id: 'phone',
      label: m.fields.phone,
      share: 1.4,
      show: ({ phoneNumber }) => <Phone number={phoneNumber} />,
    },
    { id: 'email', label: m.fields.email, minor: true, show: ({ email }) => email ?? m.none },
    {
      id: 'skills',
      label: fleetTexts.drivers.skills,
      minor: true,
      show: ({ skills }) => skills.join(', ') || m.none,
    },
    {
      id: 'externalId',
      label: m.fields.externalId,
      minor: true,
      show: ({ externalIdentifier }) => externalIdentifier ?? m.none,
    },
  ],
  empty: { icon: 'fleet', title: fleetTexts.fleet.noDrivers, text: fleetTexts.fleet.noDriversText },
};

const vehicles: ListDefinition<Vehicle> = {
  id: 'vehicles',
  title: fleetTexts.fleet.vehicles,
  source: {
    kind: 'cursor',
    path: '/v1/vehicles',
    rows: (reply: readonly Vehicle[]) => reply,
    next: (reply: readonly Vehicle[]) => (reply.length === 100 ? (reply.at(-1)?.id ?? null) : null),
    cursorName: 'after',
    limit: 100,
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/fleet/vehicles/${id}`,
  searchIn: ({ name, vehicleInfo }) => `${name} ${vehicleInfo?.licensePlate ?? ''}`,
  columns: [
    { id: 'name', label: m.fields.name, share: 1.5, show: ({ name }) => name },
    { id: 'status', label: m.fields.status, show: (row) => enabled(row.enabled) },
    {
      id: 'plate',
      label: fleetTexts.fleet.plate,
      show: ({ vehicleInfo }) => vehicleInfo?.licensePlate ?? m.none,
    },
    {
      id: 'type',
      label: fleetTexts.fleet.type,
      minor: true,
      show: ({ vehicleInfo }) => vehicleInfo?.type ?? m.none,
    },
  ],
  empty: { icon: 'deliveries', title: fleetTexts.fleet.noVehicles, text: fleetTexts.fleet.noVehiclesText },
};

const shifts: ListDefinition<Shift> = {
  id: 'shifts',
  title: fleetTexts.fleet.shifts,
  source: { kind: 'whole', path: '/v1/shifts', rows: (reply: readonly Shift[]) => reply },
  keyOf: ({ id }) => id,
  filters: [
    {
      name: 'days',
      label: m.orders.dates,
      kind: 'days',
      isMain: true,
      fallback: 'today',
      toQuery: (value) => {
        const { startDate, endDate } = instantsOf(daysOf(value));
        return { startTime: startDate, endTime: endDate };
      },
    },
    { name: 'storeLocationId', label: m.stores.one, kind: 'choice', options: 'stores', isMain: true },
  ],
  columns: [
    { id: 'name', label: m.fields.name, show: ({ name }) => name },
    {
      id: 'time',
      label: fleetTexts.fleet.time,
      share: 1.3,
      show: ({ plannedStart, plannedEnd }) => span(plannedStart, plannedEnd),
    },
    {
      id: 'driver',
      label: fleetTexts.fleet.driver,
      show: ({ courierId }) => <Named from="drivers" id={courierId} />,
    },
    {
      id: 'vehicle',
      label: fleetTexts.fleet.vehicle,
      minor: true,
      show: ({ vehicleId }) => <Named from="vehicles" id={vehicleId} />,
    },
    {
      id: 'store',
      label: m.stores.one,
      minor: true,
      show: ({ storeLocationId }) => <Named from="stores" id={storeLocationId} />,
    },
    { id: 'status', label: m.fields.status, share: 1.4, show: ({ status }) => <Badge value={status} /> },
  ],
  empty: { icon: 'windows', title: fleetTexts.fleet.noShifts, text: fleetTexts.fleet.noShiftsText },
};

const groups: ListDefinition<Group> = {
  id: 'groups',
  title: fleetTexts.fleet.groups,
  source: {
    kind: 'whole',
    path: '/v1/fleet/driver-groups?limit=500',
    rows: (reply: { driverGroups: readonly Group[] }) => reply.driverGroups,
  },
  keyOf: ({ id }) => id,
  href: ({ firstVersionContractId }) => `/fleet/groups/${firstVersionContractId}`,
  columns: [
    { id: 'name', label: m.fields.name, show: ({ name }) => name },
    { id: 'externalId', label: m.fields.externalId, show: ({ externalIdentifier }) => externalIdentifier },
    { id: 'status', label: m.fields.status, show: ({ isActive }) => enabled(isActive) },
  ],
  empty: { icon: 'people', title: fleetTexts.fleet.noGroups, text: fleetTexts.fleet.noGroupsText },
};

const driverFields: readonly Field[] = [
  { name: 'firstName', label: m.orders.firstName, required: true },
  { name: 'lastName', label: m.orders.lastName, required: true },
  { name: 'phoneNumber', label: m.fields.phone, kind: 'tel', required: true },
  { name: 'email', label: m.fields.email, kind: 'email' },
  {
    name: 'skills',
    label: fleetTexts.drivers.skills,
    kind: 'list',
    help: fleetTexts.fleet.capabilitiesHelp,
  },
  { name: 'externalIdentifier', label: m.fields.externalId },
  { name: 'vehicleIds', label: fleetTexts.fleet.vehicles, kind: 'choices', options: 'vehicles' },
  { name: 'enabled', label: fleetTexts.fleet.enabled, kind: 'flag' },
];

/** What planning heeds of a vehicle. */
const LIMITS = [
  ['maxStops', fleetTexts.fleet.maxStops],
  ['weight', fleetTexts.fleet.load],
  ['weightUnit', fleetTexts.fleet.weightUnit],
  ['maxDistance', fleetTexts.fleet.maxDistance],
  ['maxDuration', fleetTexts.fleet.maxDuration],
  ['fixedCost', fleetTexts.fleet.fixedCost],
  ['costPerUnitDistance', fleetTexts.fleet.costPerDistance],
  ['costPerUnitTime', fleetTexts.fleet.costPerTime],
  ['speedFactor', fleetTexts.fleet.speedFactor],
  ['capabilities', fleetTexts.fleet.capabilities],
] as const;

/** Limits and costs that follow the organization's unit of distance. */
const UNITS: Readonly<Partial<Record<(typeof LIMITS)[number][0], NonNullable<Field['unit']>>>> = {
  maxDistance: 'wholeKilometers',
  costPerUnitDistance: 'perKilometer',
};

/** Costs of a vehicle, which are in units of the currency. */
const COSTS: readonly string[] = ['fixedCost', 'costPerUnitTime'];

/** A limit or cost for people. */
function limitText(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'number') return typeof value === 'string' ? value : '';
  const currency = organizationOf()?.currency;
  if (name === 'maxDistance') return distance(value * 1_000);
  if (name === 'costPerUnitDistance') return pricePerDistance(value * 100, currency);
  return COSTS.includes(name) ? money(value * 100, currency) : String(value);
}

/** The vehicle of these values; what the form does not show stays. */
function vehicleOf(values: Values, before?: Vehicle): Values {
  const parts = (['vehicleInfo', 'vehicleConfig'] as const).flatMap((part) => {
    const own = Object.entries(values).filter(([name]) => name.startsWith(`${part}.`));
    const filled = own.map(([name, value]) => [name.slice(part.length + 1), value] as const);
    return own.length === 0 ? [] : [[part, { ...before?.[part], ...Object.fromEntries(filled) }] as const];
  });
  const others = Object.entries(values).filter(([name]) => !name.includes('.'));
  return Object.fromEntries([...others, ...parts]);
}

const vehicleFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'externalIdentifier', label: m.fields.externalId },
  { name: 'courierIds', label: fleetTexts.fleet.drivers, kind: 'choices', options: 'drivers' },
  {
    name: 'firstVersionContractIds',
    label: fleetTexts.fleet.groups,
    kind: 'choices',
    options: 'driverGroups',
  },
  { name: 'vehicleInfo.type', label: fleetTexts.fleet.type, help: fleetTexts.fleet.typeHelp },
  { name: 'vehicleInfo.licensePlate', label: fleetTexts.fleet.plate },
  ...LIMITS.map(
    ([name, label]) =>
      ({
        name: `vehicleConfig.${name}`,
        label,
        ...(name === 'capabilities'
          ? ({ kind: 'list', help: fleetTexts.fleet.capabilitiesHelp } as const)
          : name === 'weightUnit'
            ? ({ kind: 'choice', options: fleetTexts.fleet.weightUnits } as const)
            : ({ kind: 'number', ...(UNITS[name] ? { unit: UNITS[name] } : {}) } as const)),
      }) as const,
  ),
  { name: 'enabled', label: fleetTexts.fleet.enabled, kind: 'flag' },
];

const shiftFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'plannedStart', label: fleetTexts.fleet.start, kind: 'instant', required: true },
  { name: 'plannedEnd', label: fleetTexts.fleet.end, kind: 'instant', required: true },
  { name: 'courierId', label: fleetTexts.fleet.driver, kind: 'choice', options: 'drivers' },
  { name: 'vehicleId', label: fleetTexts.fleet.vehicle, kind: 'choice', options: 'vehicles' },
  { name: 'storeLocationId', label: m.stores.one, kind: 'choice', options: 'stores' },
  { name: 'plannedBreakDuration', label: fleetTexts.fleet.breakTime, kind: 'number' },
  {
    name: 'weekdays',
    label: fleetTexts.week.days,
    kind: 'choices',
    options: fleetTexts.week.weekdays,
    help: fleetTexts.week.daysHelp,
  },
  { name: 'weeks', label: fleetTexts.week.repeat, kind: 'number', help: fleetTexts.week.repeatHelp },
];

/** A shift is repeated for a year at most. */
const MAX_WEEKS = 52;

/** A shift of the form, and its repetitions. */
async function createShifts({ weekdays, weeks, ...values }: Values): Promise<undefined> {
  const shift = given(values) as { readonly plannedStart: string; readonly plannedEnd: string };
  const wanted = Array.isArray(weekdays) ? weekdays.map(Number) : [];
  const count = Math.min(MAX_WEEKS, Math.max(1, Number(weeks ?? 1)));
  const days = repetitions(timeZone(), shift.plannedStart, wanted, count);
  await saveShifts(days.map((later) => shiftLater(timeZone(), shift, later)));
}

const groupFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'externalIdentifier', label: m.fields.externalId, required: true },
  { name: 'driverIds', label: fleetTexts.fleet.drivers, kind: 'choices', options: 'drivers' },
];

const TABS = {
  drivers: <ListPage nested definition={drivers} />,
  vehicles: <ListPage nested definition={vehicles} />,
  shifts: <ListPage nested definition={shifts} />,
  week: <ShiftWeek />,
  groups: <ListPage nested definition={groups} />,
  app: <DriversInApp />,
  forms: <DriverForms />,
  prices: <OwnFleet />,
} as const;

type Tab = keyof typeof TABS;

const CREATIONS: Readonly<Partial<Record<Tab, Creation>>> = {
  drivers: {
    label: fleetTexts.fleet.createDriver,
    permission: 'WRITE_FLEET',
    fields: driverFields,
    initial: { enabled: true },
    create: async (values: Readonly<Record<string, unknown>>) =>
      `/fleet/drivers/${(await change<Driver>('POST', '/v1/courier', given(values))).id}`,
  },
  vehicles: {
    label: fleetTexts.fleet.createVehicle,
    permission: 'WRITE_FLEET',
    fields: vehicleFields,
    initial: { enabled: true },
    create: async (values: Readonly<Record<string, unknown>>) =>
      `/fleet/vehicles/${(await change<Vehicle>('POST', '/v1/vehicle', vehicleOf(given(values)))).id}`,
  },
  shifts: {
    label: fleetTexts.fleet.createShift,
    permission: 'WRITE_FLEET',
    fields: shiftFields,
    create: createShifts,
  },
  groups: {
    label: fleetTexts.fleet.createGroup,
    permission: 'WRITE_FLEET',
    fields: groupFields,
    create: async (values: Readonly<Record<string, unknown>>) => {
      await change('PUT', '/v1/fleet/driver-groups/upsert', given(values));
      return undefined;
    },
  },
};

/** Drivers, vehicles, shifts and groups of the own fleet. */
export function FleetScreen() {
  const { query } = usePlace();
  const asked = query.get('tab') ?? 'drivers';
  const tab: Tab = asked in TABS ? (asked as Tab) : 'drivers';
  const creation = CREATIONS[tab];
  return (
    <div class="tab-page">
      <PageHead
        title={m.titles.fleet}
        actions={creation && <CreateButton key={tab} creation={creation} isOpen={query.has('new')} />}
      />
      <Tabs
        label={m.titles.fleet}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null, new: null })}
        tabs={[
          ['drivers', fleetTexts.fleet.drivers],
          ['vehicles', fleetTexts.fleet.vehicles],
          ['shifts', fleetTexts.fleet.shifts],
          ['week', fleetTexts.week.title],
          ['groups', fleetTexts.fleet.groups],
          ['app', fleetTexts.driversInApp.title],
          ['forms', fleetTexts.driverForms.title],
          ...(can('READ_CONNECTION') ? ([['prices', m.titles.ownFleet]] as const) : []),
        ]}
      />
      {TABS[tab]}
    </div>
  );
}

/** One driver. */
export function DriverPage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/courier/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Driver>(path)}
      back={['/fleet?tab=drivers', fleetTexts.fleet.drivers]}
      title={({ firstName, lastName }) => `${firstName} ${lastName}`}
      badges={(data) => enabled(data.enabled)}
      facts={(data) => [
        [m.fields.phone, <Phone key="phone" number={data.phoneNumber} />],
        [m.fields.email, data.email],
        [fleetTexts.drivers.skills, data.skills.join(', ')],
        [m.fields.externalId, data.externalIdentifier],
        [
          fleetTexts.fleet.vehicles,
          data.vehicleIds.map((id) => (
            <div key={id}>
              <a href={`#/fleet/vehicles/${id}`}>
                <Named from="vehicles" id={id} />
              </a>
            </div>
          )),
        ],
        [
          fleetTexts.fleet.groups,
          data.firstVersionContractIds.map((id) => (
            <div key={id}>
              <Named from="driverGroups" id={id} />
            </div>
          )),
        ],
      ]}
      editing={(data) => ({
        permission: 'WRITE_FLEET',
        fields: driverFields,
        initial: data,
        save: (changed) => change('PATCH', path, changed, data.version),
      })}
    >
      {({ id }) => (
        <>
          <DriverPhones courierId={id} />
          <DriverMessages courierId={id} />
          <SubmittedForms courierId={id} />
        </>
      )}
    </DetailPage>
  );
}

/** One vehicle. */
export function VehiclePage({ params }: { params: Readonly<Record<string, string>> }) {
  const path = `/v1/vehicle/${encodeURIComponent(params.id ?? '')}`;
  return (
    <DetailPage
      live={useLive<Vehicle>(path)}
      back={['/fleet?tab=vehicles', fleetTexts.fleet.vehicles]}
      title={({ name }) => name}
      badges={(data) => enabled(data.enabled)}
      facts={(data) => [
        [m.fields.externalId, data.externalIdentifier],
        [fleetTexts.fleet.plate, data.vehicleInfo?.licensePlate],
        [fleetTexts.fleet.type, data.vehicleInfo?.type],
        ...LIMITS.map(([name, label]) => [label, limitText(name, data.vehicleConfig?.[name])] as const),
      ]}
      editing={(data) => ({
        permission: 'WRITE_FLEET',
        fields: vehicleFields,
        initial: {
          ...data,
          ...Object.fromEntries(
            (['vehicleInfo', 'vehicleConfig'] as const).flatMap((part) =>
              Object.entries(data[part] ?? {}).map(([name, value]) => [`${part}.${name}`, value]),
            ),
          ),
        },
        save: (changed) => change('PATCH', path, vehicleOf(changed, data), data.version),
      })}
    />
  );
}

/** One driver group. */
export function GroupPage({ params }: { params: Readonly<Record<string, string>> }) {
  const live = useLive<{
    driverGroup: Group & {
      readonly drivers: readonly { id: string; firstName: string; lastName: string; onShift: boolean }[];
      readonly driverIds: readonly string[];
    };
  }>(`/v1/fleet/driver-groups/${encodeURIComponent(params.id ?? '')}`);
  return (
    <DetailPage
      live={live}
      back={['/fleet?tab=groups', fleetTexts.fleet.groups]}
      title={({ driverGroup }) => driverGroup.name}
      badges={({ driverGroup }) => enabled(driverGroup.isActive)}
      facts={({ driverGroup }) => [
        [m.fields.externalId, driverGroup.externalIdentifier],
        [
          fleetTexts.fleet.drivers,
          driverGroup.drivers.map(({ id, firstName, lastName, onShift }) => (
            <div key={id}>
              <a href={`#/fleet/drivers/${id}`}>
                {firstName} {lastName}
              </a>{' '}
              {onShift && <Badge value="active" text={fleetTexts.fleet.onShift} />}
            </div>
          )),
        ],
      ]}
      editing={({ driverGroup }) => ({
        permission: 'WRITE_FLEET',
        fields: groupFields.filter(({ name }) => name !== 'externalIdentifier'),
        initial: driverGroup as unknown as Readonly<Record<string, unknown>>,
        save: (changed) =>
          change('PUT', '/v1/fleet/driver-groups/upsert', {
            externalIdentifier: driverGroup.externalIdentifier,
            ...changed,
          }),
      })}
    />
  );
}
