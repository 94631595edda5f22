import { change } from '../kit/api.ts';
import { daysOf, instantsOf } from '../kit/dates.ts';
import { CreateButton, type Creation, DetailPage } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import { window as span } from '../kit/format.ts';
import { given } from '../kit/given.ts';
import { latePart } from '../kit/late.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can, timeZone } from '../kit/me.ts';
import { setQuery, usePlace } from '../kit/router.ts';
import { Badge, PageHead, Tabs } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { more } from '../more-messages.ts';
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
  readonly phoneNumber: string;
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
  <Badge value={isEnabled ? 'active' : 'inactive'} text={isEnabled ? m.fleet.enabled : m.fleet.disabled} />
);

const drivers: ListDefinition<Driver> = {
  id: 'drivers',
  title: m.fleet.drivers,
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
  searchIn: ({ firstName, lastName, phoneNumber, externalIdentifier }) =>
    `${firstName} ${lastName} ${phoneNumber} ${externalIdentifier ?? ''}`,
  columns: [
    {
      id: 'name',
      label: m.fields.name,
      share: 1.5,
      show: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    { id: 'status', label: m.fields.status, show: (row) => enabled(row.enabled) },
    { id: 'phone', label: m.fields.phone, show: ({ phoneNumber }) => phoneNumber },
    {
      id: 'externalId',
      label: m.fields.externalId,
      minor: true,
      show: ({ externalIdentifier }) => externalIdentifier ?? m.none,
    },
  ],
  empty: { icon: 'fleet', title: m.fleet.noDrivers, text: m.fleet.noDriversText },
};

const vehicles: ListDefinition<Vehicle> = {
  id: 'vehicles',
  title: m.fleet.vehicles,
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
    { id: 'plate', label: m.fleet.plate, show: ({ vehicleInfo }) => vehicleInfo?.licensePlate ?? m.none },
    { id: 'type', label: m.fleet.type, minor: true, show: ({ vehicleInfo }) => vehicleInfo?.type ?? m.none },
  ],
  empty: { icon: 'deliveries', title: m.fleet.noVehicles, text: m.fleet.noVehiclesText },
};

const shifts: ListDefinition<Shift> = {
  id: 'shifts',
  title: m.fleet.shifts,
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
      label: m.fleet.time,
      share: 1.3,
      show: ({ plannedStart, plannedEnd }) => span(plannedStart, plannedEnd),
    },
    { id: 'driver', label: m.fleet.driver, show: ({ courierId }) => <Named from="drivers" id={courierId} /> },
    {
      id: 'vehicle',
      label: m.fleet.vehicle,
      minor: true,
      show: ({ vehicleId }) => <Named from="vehicles" id={vehicleId} />,
    },
    {
      id: 'store',
      label: m.stores.one,
      minor: true,
      show: ({ storeLocationId }) => <Named from="stores" id={storeLocationId} />,
    },
    { id: 'status', label: m.fields.status, show: ({ status }) => <Badge value={status} /> },
  ],
  empty: { icon: 'windows', title: m.fleet.noShifts, text: m.fleet.noShiftsText },
};

const groups: ListDefinition<Group> = {
  id: 'groups',
  title: m.fleet.groups,
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
  empty: { icon: 'people', title: m.fleet.noGroups, text: m.fleet.noGroupsText },
};

const driverFields: readonly Field[] = [
  { name: 'firstName', label: m.orders.firstName, required: true },
  { name: 'lastName', label: m.orders.lastName, required: true },
  { name: 'phoneNumber', label: m.fields.phone, kind: 'tel', required: true },
  { name: 'email', label: m.fields.email, kind: 'email' },
  {
    name: 'skills',
    label: more.drivers.skills,
    kind: 'list',
    help: m.fleet.capabilitiesHelp,
  },
  { name: 'externalIdentifier', label: m.fields.externalId },
  { name: 'vehicleIds', label: m.fleet.vehicles, kind: 'choices', options: 'vehicles' },
  { name: 'enabled', label: m.fleet.enabled, kind: 'flag' },
];

/** What planning heeds of a vehicle. */
const LIMITS = [
  ['maxStops', m.fleet.maxStops],
  ['weight', m.fleet.load],
  ['weightUnit', m.fleet.weightUnit],
  ['maxDistance', m.fleet.maxDistance],
  ['maxDuration', m.fleet.maxDuration],
  ['fixedCost', m.fleet.fixedCost],
  ['costPerUnitDistance', m.fleet.costPerDistance],
  ['costPerUnitTime', m.fleet.costPerTime],
  ['speedFactor', m.fleet.speedFactor],
  ['capabilities', m.fleet.capabilities],
] as const;

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
  { name: 'courierIds', label: m.fleet.drivers, kind: 'choices', options: 'drivers' },
  { name: 'vehicleInfo.type', label: m.fleet.type, help: m.fleet.typeHelp },
  { name: 'vehicleInfo.licensePlate', label: m.fleet.plate },
  ...LIMITS.map(
    ([name, label]) =>
      ({
        name: `vehicleConfig.${name}`,
        label,
        ...(name === 'capabilities'
          ? ({ kind: 'list', help: m.fleet.capabilitiesHelp } as const)
          : name === 'weightUnit'
            ? ({ kind: 'choice', options: m.fleet.weightUnits } as const)
            : ({ kind: 'number' } as const)),
      }) as const,
  ),
  { name: 'enabled', label: m.fleet.enabled, kind: 'flag' },
];

const shiftFields: readonly Field[] = [
  { name: 'name', label: m.fields.name, required: true },
  { name: 'plannedStart', label: m.fleet.start, kind: 'instant', required: true },
  { name: 'plannedEnd', label: m.fleet.end, kind: 'instant', required: true },
  { name: 'courierId', label: m.fleet.driver, kind: 'choice', options: 'drivers' },
  { name: 'vehicleId', label: m.fleet.vehicle, kind: 'choice', options: 'vehicles' },
  { name: 'storeLocationId', label: m.stores.one, kind: 'choice', options: 'stores' },
  { name: 'plannedBreakDuration', label: m.fleet.breakTime, kind: 'number' },
  {
    name: 'weekdays',
    label: more.week.days,
    kind: 'choices',
    options: more.week.weekdays,
    help: more.week.daysHelp,
  },
  { name: 'weeks', label: more.week.repeat, kind: 'number', help: more.week.repeatHelp },
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
  { name: 'driverIds', label: m.fleet.drivers, kind: 'choices', options: 'drivers' },
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
    label: m.fleet.createDriver,
    permission: 'WRITE_FLEET',
    fields: driverFields,
    initial: { enabled: true },
    create: async (values: Readonly<Record<string, unknown>>) =>
      `/fleet/drivers/${(await change<Driver>('POST', '/v1/courier', given(values))).id}`,
  },
  vehicles: {
    label: m.fleet.createVehicle,
    permission: 'WRITE_FLEET',
    fields: vehicleFields,
    initial: { enabled: true },
    create: async (values: Readonly<Record<string, unknown>>) =>
      `/fleet/vehicles/${(await change<Vehicle>('POST', '/v1/vehicle', vehicleOf(given(values)))).id}`,
  },
  shifts: {
    label: m.fleet.createShift,
    permission: 'WRITE_FLEET',
    fields: shiftFields,
    create: createShifts,
  },
  groups: {
    label: m.fleet.createGroup,
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
      <PageHead title={m.fleet.title} actions={creation && <CreateButton key={tab} creation={creation} />} />
      <Tabs
        label={m.fleet.title}
        value={tab}
        onChange={(name) => setQuery({ tab: name, search: null })}
        tabs={[
          ['drivers', m.fleet.drivers],
          ['vehicles', m.fleet.vehicles],
          ['shifts', m.fleet.shifts],
          ['week', more.week.title],
          ['groups', m.fleet.groups],
          ['app', more.driversInApp.title],
          ['forms', more.driverForms.title],
          ...(can('READ_CONNECTION') ? ([['prices', m.ownFleet.title]] as const) : []),
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
      back={['/fleet?tab=drivers', m.fleet.drivers]}
      title={({ firstName, lastName }) => `${firstName} ${lastName}`}
      badges={(data) => enabled(data.enabled)}
      facts={(data) => [
        [m.fields.phone, data.phoneNumber],
        [m.fields.email, data.email],
        [more.drivers.skills, data.skills.join(', ')],
        [m.fields.externalId, data.externalIdentifier],
        [
          m.fleet.vehicles,
          data.vehicleIds.map((id) => (
            <div key={id}>
              <a href={`#/fleet/vehicles/${id}`}>
                <Named from="vehicles" id={id} />
              </a>
            </div>
          )),
        ],
        [
          m.fleet.groups,
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
      back={['/fleet?tab=vehicles', m.fleet.vehicles]}
      title={({ name }) => name}
      badges={(data) => enabled(data.enabled)}
      facts={(data) => [
        [m.fields.externalId, data.externalIdentifier],
        [m.fleet.plate, data.vehicleInfo?.licensePlate],
        [m.fleet.type, data.vehicleInfo?.type],
        ...LIMITS.map(([name, label]) => {
          const value = data.vehicleConfig?.[name];
          return [
            label,
            Array.isArray(value) ? value.join(', ') : (value as string | number | null),
          ] as const;
        }),
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
      back={['/fleet?tab=groups', m.fleet.groups]}
      title={({ driverGroup }) => driverGroup.name}
      badges={({ driverGroup }) => enabled(driverGroup.isActive)}
      facts={({ driverGroup }) => [
        [m.fields.externalId, driverGroup.externalIdentifier],
        [
          m.fleet.drivers,
          driverGroup.drivers.map(({ id, firstName, lastName, onShift }) => (
            <div key={id}>
              <a href={`#/fleet/drivers/${id}`}>
                {firstName} {lastName}
              </a>{' '}
              {onShift && <Badge value="active" text={m.fleet.onShift} />}
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
