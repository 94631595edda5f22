import { change } from '../kit/api.ts';
import { CreateButton, EditButton } from '../kit/detail.tsx';
import type { Field } from '../kit/form.tsx';
import { money, pricePerDistance } from '../kit/format.ts';
import { type Live, useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { ActionButton, Badge, EmptyState, ErrorState, Facts, Section, Skeleton } from '../kit/ui.tsx';
import { currencies } from '../kit/worldwide.ts';
import { m } from '../messages.ts';
import { fleetTexts } from '../texts/texts.ts';

interface Rate {
  readonly driverGroupId: string;
  readonly baseCents: number;
  readonly perKilometerCents: number;
  readonly minimumCents: number;
}

interface OwnFleet {
  readonly isEnabled: boolean;
  readonly rates: readonly Rate[];
  readonly currency: string;
  readonly acceptanceSeconds: number | null;
  readonly searchMinutes: number;
  readonly version: number;
}

const PATH = '/v1/own-fleet';

const rateFields: readonly Field[] = [
  {
    name: 'driverGroupId',
    label: fleetTexts.ownFleet.group,
    kind: 'choice',
    options: 'driverGroups',
    required: true,
    wide: true,
  },
  { name: 'baseCents', label: fleetTexts.ownFleet.base, kind: 'money', required: true },
  {
    name: 'perKilometerCents',
    label: fleetTexts.ownFleet.byDistance,
    kind: 'money',
    unit: 'perKilometer',
    required: true,
  },
  { name: 'minimumCents', label: fleetTexts.ownFleet.minimum, kind: 'money' },
];

const settingFields: readonly Field[] = [
  { name: 'isEnabled', label: fleetTexts.ownFleet.enabled, kind: 'flag', wide: true },
  {
    name: 'acceptanceSeconds',
    label: fleetTexts.ownFleet.acceptance,
    kind: 'number',
    help: fleetTexts.ownFleet.acceptanceHelp,
  },
  { name: 'searchMinutes', label: fleetTexts.ownFleet.search, kind: 'number', required: true },
  { name: 'currency', label: m.shared.currency, kind: 'choice', options: currencies(), required: true },
];

/** The own fleet as a provider that quotes and delivers: its prices by driver group. */
export function OwnFleet() {
  const live = useLive<OwnFleet>(can('READ_CONNECTION') ? PATH : null);
  const { data, error, refresh } = live;
  if (!can('READ_CONNECTION')) return <EmptyState icon="alert" title={m.errors.forbidden} />;
  if (data === undefined && error === undefined) return <Skeleton lines={4} />;
  if (data === undefined && error?.status !== 404) {
    return error ? <ErrorState error={error} retry={refresh} /> : null;
  }
  return data === undefined ? (
    <EmptyState icon="fleet" title={fleetTexts.ownFleet.none} text={fleetTexts.ownFleet.noneText}>
      <NewRate live={live} />
    </EmptyState>
  ) : (
    <Prices live={live} fleet={data} />
  );
}

/** Saves the settings with other rates, unless they were changed since they were read. */
function save(fleet: OwnFleet | undefined, changed: Partial<OwnFleet>): Promise<unknown> {
  const { isEnabled, rates, currency, acceptanceSeconds, searchMinutes } = { ...fleet, ...changed };
  const settings = { isEnabled, rates, currency, acceptanceSeconds, searchMinutes };
  return change('PUT', PATH, settings, fleet?.version);
}

/** Adds or replaces the price of a group. */
function NewRate({ live: { data, refresh } }: { live: Live<OwnFleet> }) {
  return (
    <CreateButton
      creation={{
        label: fleetTexts.ownFleet.create,
        permission: 'WRITE_CONNECTION',
        fields: rateFields,
        create: async ({ minimumCents, ...rate }) => {
          const others =
            data?.rates.filter(({ driverGroupId }) => driverGroupId !== rate.driverGroupId) ?? [];
          const added = { ...rate, minimumCents: minimumCents ?? 0 } as Rate;
          await save(data, { rates: [...others, added] });
          refresh();
          return undefined;
        },
      }}
    />
  );
}

function Prices({ live, fleet }: { live: Live<OwnFleet>; fleet: OwnFleet }) {
  const { rates, currency, isEnabled, acceptanceSeconds, searchMinutes } = fleet;
  return (
    <>
      <Section
        title={fleetTexts.ownFleet.settings}
        actions={
          <EditButton
            editing={{
              permission: 'WRITE_CONNECTION',
              title: fleetTexts.ownFleet.settings,
              fields: settingFields,
              initial: { isEnabled, acceptanceSeconds, searchMinutes, currency },
              save: (changed) => save(fleet, changed as Partial<OwnFleet>),
            }}
          />
        }
      >
        <Facts
          facts={[
            [
              m.fields.status,
              <Badge
                key="status"
                value={isEnabled ? 'active' : 'inactive'}
                text={isEnabled ? fleetTexts.fleet.enabled : fleetTexts.fleet.disabled}
              />,
            ],
            [fleetTexts.ownFleet.acceptance, acceptanceSeconds ?? fleetTexts.ownFleet.notAsked],
            [fleetTexts.ownFleet.search, searchMinutes],
            [m.shared.currency, currency],
          ]}
        />
      </Section>
      <Section title={fleetTexts.ownFleet.prices} actions={<NewRate live={live} />}>
        <ul class="rows">
          {rates.map(({ driverGroupId, baseCents, perKilometerCents, minimumCents }) => (
            <li key={driverGroupId}>
              <strong>
                <Named from="driverGroups" id={driverGroupId} />
              </strong>
              <span>
                {money(baseCents, currency)} + {pricePerDistance(perKilometerCents, currency)}
                {minimumCents > 0 && (
                  <span class="quiet"> {fleetTexts.ownFleet.atLeast(money(minimumCents, currency))}</span>
                )}
              </span>
              {can('WRITE_CONNECTION') && rates.length > 1 && (
                <ActionButton
                  kind="ghost"
                  icon="trash"
                  label={m.actions.remove}
                  run={() =>
                    save(fleet, { rates: rates.filter((rate) => rate.driverGroupId !== driverGroupId) })
                  }
                  done={m.actions.removed}
                />
              )}
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
