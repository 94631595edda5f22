import { change } from '../kit/api.ts';
import { EditButton } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { dateTime } from '../kit/format.ts';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Badge, Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';

interface Phone {
  readonly appVersion: string | null;
  readonly lastContactAt: string;
  readonly batteryLevel: number | null;
  readonly unsentReports: number | null;
  readonly getsPush: boolean;
}

interface DriverInApp {
  readonly courierId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly shift: { readonly startedAt: string; readonly isOnBreak: boolean } | null;
  /** With the latest contact first. */
  readonly phones: readonly Phone[];
}

const drivers: ListDefinition<DriverInApp> = {
  id: 'drivers-in-app',
  title: fleetTexts.driversInApp.title,
  source: {
    kind: 'whole',
    path: '/v1/driver-phones/drivers',
    rows: (reply: { readonly drivers: readonly DriverInApp[] }) => reply.drivers,
  },
  keyOf: ({ courierId }) => courierId,
  href: ({ courierId }) => `/fleet/drivers/${courierId}`,
  searchIn: ({ firstName, lastName, phoneNumber }) => `${firstName} ${lastName} ${phoneNumber}`,
  columns: [
    {
      id: 'name',
      label: fleetTexts.fleet.driver,
      share: 1.3,
      show: ({ firstName, lastName }) => `${firstName} ${lastName}`,
    },
    {
      id: 'shift',
      label: fleetTexts.driversInApp.shift,
      share: 1.2,
      show: ({ shift }) =>
        shift === null ? (
          m.none
        ) : shift.isOnBreak ? (
          <Badge value="pending" text={fleetTexts.driversInApp.onBreak} />
        ) : (
          <Badge value="active" text={fleetTexts.driversInApp.since(dateTime(shift.startedAt))} />
        ),
    },
    {
      id: 'contact',
      label: fleetTexts.driversInApp.contact,
      share: 1.2,
      show: ({ phones: [phone] }) => (phone ? dateTime(phone.lastContactAt) : m.none),
    },
    {
      id: 'unsent',
      label: fleetTexts.driversInApp.unsent,
      show: ({ phones: [phone] }) => phone?.unsentReports ?? m.none,
    },
    {
      id: 'battery',
      label: fleetTexts.driversInApp.battery,
      show: ({ phones: [phone] }) =>
        phone?.batteryLevel == null
          ? m.none
          : fleetTexts.driversInApp.percent(Math.round(phone.batteryLevel * 100)),
    },
    {
      id: 'version',
      label: fleetTexts.driversInApp.version,
      minor: true,
      show: ({ phones: [phone] }) => phone?.appVersion ?? m.none,
    },
    {
      id: 'push',
      label: fleetTexts.driversInApp.push,
      minor: true,
      show: ({ phones }) => (phones.some(({ getsPush }) => getsPush) ? m.yes : m.no),
    },
  ],
  empty: { icon: 'fleet', title: fleetTexts.driversInApp.empty, text: fleetTexts.driversInApp.emptyText },
};

/** Everybody who uses the app, with the state of their phones, and which versions of the app they may have. */
export function DriversInApp() {
  return (
    <>
      <ListPage nested definition={drivers} />
      <Section title={fleetTexts.driversInApp.versions}>
        <p class="quiet">{fleetTexts.driversInApp.versionsText}</p>
        <ul class="rows">
          {fleetTexts.driversInApp.platforms.map(([platform, name]) => (
            <Versions key={platform} platform={platform} name={name} />
          ))}
        </ul>
      </Section>
    </>
  );
}

interface Advice {
  readonly minimumVersion: string | null;
  readonly latestVersion: string | null;
}

const versionFields: readonly Field[] = [
  {
    name: 'minimumVersion',
    label: fleetTexts.driversInApp.minimum,
    help: fleetTexts.driversInApp.versionHelp,
    required: true,
  },
  {
    name: 'latestVersion',
    label: fleetTexts.driversInApp.latest,
    help: fleetTexts.driversInApp.versionHelp,
    required: true,
  },
];

function Versions({ platform, name }: { platform: string; name: string }) {
  // It answers for a version; that of the phone plays no part here.
  const { data, error, refresh } = useLive<Advice>(
    '/v1/fleet/app-version',
    { platform, version: '0.0.0' },
    60_000,
  );
  if (!data)
    return (
      <li>
        <Loading error={error} retry={refresh} lines={1} />
      </li>
    );
  const { minimumVersion, latestVersion } = data;
  return (
    <li>
      <strong>{name}</strong>
      <span>
        {fleetTexts.driversInApp.minimum}: {minimumVersion ?? fleetTexts.driversInApp.noVersion} ·{' '}
        {fleetTexts.driversInApp.latest}: {latestVersion ?? fleetTexts.driversInApp.noVersion}
      </span>
      <EditButton
        editing={{
          permission: 'WRITE_ORGANIZATION',
          title: name,
          fields: versionFields,
          initial: { minimumVersion, latestVersion },
          save: async (changed) => {
            const versions = { minimumVersion, latestVersion, ...changed };
            await change('PUT', '/v1/fleet/app-version', { platform, ...versions });
            refresh();
          },
        }}
      />
    </li>
  );
}
