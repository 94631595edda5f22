import { change } from '../kit/api.ts';
import { CreateButton, type Creation, DetailPage, EditButton } from '../kit/detail.tsx';
import type { Field, Values } from '../kit/form.tsx';
import { type ListDefinition, ListPage } from '../kit/list.tsx';
import { useLive } from '../kit/live.ts';
import { Named } from '../kit/lookups.tsx';
import { can } from '../kit/me.ts';
import { Loading, Section } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { placesTexts, planTexts } from '../texts/texts.ts';

interface GroupParameters extends Readonly<Record<string, unknown>> {
  readonly contractId: string;
  readonly maxOrdersPerRoute: number | null;
  readonly useAllVehicles: boolean | null;
}

interface PlanningStrategy {
  readonly id: string;
  readonly label: string;
  readonly isDeleted: boolean;
  readonly contractIds: readonly string[];
  readonly contractOptimizationOverrideParameters: readonly GroupParameters[];
  readonly balanceRoutes: string | null;
  readonly pickupServiceTimeSeconds: number | null;
  readonly dropoffServiceTimeSeconds: number | null;
  readonly allowReloads: boolean | null;
  readonly loadingSecondsPerOrder: number | null;
  readonly searchLevel: number | null;
  readonly version: number;
}

const path = '/v1/optimization-strategies';

const definition: ListDefinition<PlanningStrategy> = {
  id: 'planning-strategies',
  title: m.titles.planning,
  source: {
    kind: 'whole',
    path,
    rows: (reply: { optimizationStrategies: readonly PlanningStrategy[] }) =>
      reply.optimizationStrategies.filter(({ isDeleted }) => !isDeleted),
  },
  keyOf: ({ id }) => id,
  href: ({ id }) => `/optimization/strategies/${id}`,
  searchIn: ({ label }) => label,
  columns: [
    { id: 'label', label: m.fields.name, share: 1.5, show: ({ label }) => label },
    { id: 'groups', label: planTexts.optimization.groups, share: 1.5, show: (one) => <Groups of={one} /> },
    {
      id: 'orders',
      label: planTexts.planning.mostOrders,
      align: 'end',
      minor: true,
      show: (one) => parametersOf(one).maxOrdersPerRoute ?? planTexts.planning.noLimit,
    },
  ],
  empty: { icon: 'optimize', title: planTexts.planning.empty, text: planTexts.planning.emptyText },
};

const fields: readonly Field[] = [
  { name: 'label', label: m.fields.name, required: true, wide: true },
  { name: 'contractIds', label: planTexts.optimization.groups, kind: 'choices', options: 'driverGroups' },
  {
    name: 'useAllVehicles',
    label: planTexts.planning.everyDriver,
    kind: 'flag',
    wide: true,
    when: hasGroups,
  },
  { name: 'maxOrdersPerRoute', label: planTexts.planning.mostOrders, kind: 'number', when: hasGroups },
  {
    name: 'balanceRoutes',
    label: planTexts.planning.balance,
    kind: 'choice',
    options: Object.entries(planTexts.planning.balances),
  },
  { name: 'pickupServiceTimeSeconds', label: planTexts.planning.pickupSeconds, kind: 'number' },
  { name: 'dropoffServiceTimeSeconds', label: planTexts.planning.dropoffSeconds, kind: 'number' },
  { name: 'allowReloads', label: planTexts.planning.reloads, kind: 'flag' },
  {
    name: 'loadingSecondsPerOrder',
    label: planTexts.planning.loadingSeconds,
    kind: 'number',
    when: ({ allowReloads }) => allowReloads === true,
  },
  {
    name: 'searchLevel',
    label: planTexts.planning.search,
    kind: 'number',
    help: planTexts.planning.searchHelp,
  },
];

function hasGroups({ contractIds }: Values): boolean {
  return Array.isArray(contractIds) && contractIds.length > 0;
}

/** The API stores this per driver group; this screen has one value for all groups of a strategy. */
function parametersOf({
  contractOptimizationOverrideParameters: [first],
}: PlanningStrategy): Partial<GroupParameters> {
  return first ?? {};
}

/** The values of the form in the API's form. */
function bodyOf({ maxOrdersPerRoute, useAllVehicles, ...values }: Values, before?: PlanningStrategy): Values {
  const groups = Array.isArray(values.contractIds) ? values.contractIds : [];
  const known = before?.contractOptimizationOverrideParameters ?? [];
  return {
    ...values,
    contractOptimizationOverrideParameters: groups.map((contractId) => ({
      ...known.find((one) => one.contractId === contractId),
      contractId,
      maxOrdersPerRoute,
      useAllVehicles,
    })),
  };
}

/** How optimization runs plan. */
export function PlanningStrategies() {
  return <ListPage nested definition={definition} />;
}

/** Creates a planning strategy. */
const planningCreation: Creation = {
  label: planTexts.planning.create,
  permission: 'WRITE_OPTIMIZATION',
  fields,
  create: async (values) =>
    `/optimization/strategies/${(await change<PlanningStrategy>('POST', path, bodyOf(values))).id}`,
};

function Groups({ of: { contractIds } }: { of: PlanningStrategy }) {
  if (contractIds.length === 0) return planTexts.planning.vans;
  return contractIds.map((id, index) => (
    <span key={id}>
      {index > 0 && ', '}
      {can('READ_FLEET') ? <Named from="driverGroups" id={id} /> : id}
    </span>
  ));
}

/** One planning strategy. */
export function PlanningStrategyPage({ params }: { params: Readonly<Record<string, string>> }) {
  const live = useLive<PlanningStrategy>(`${path}/${encodeURIComponent(params.id ?? '')}`);
  return (
    <DetailPage
      live={live}
      back={['/optimization?tab=strategies', m.titles.planning]}
      title={({ label }) => label}
      facts={(data) => {
        const { maxOrdersPerRoute, useAllVehicles } = parametersOf(data);
        return [
          [m.fields.id, <code key="id">{data.id}</code>],
          [planTexts.optimization.groups, <Groups key="groups" of={data} />],
          [planTexts.planning.everyDriver, useAllVehicles ? m.yes : m.no],
          [planTexts.planning.mostOrders, maxOrdersPerRoute ?? planTexts.planning.noLimit],
          [
            planTexts.planning.balance,
            planTexts.planning.balances[data.balanceRoutes as keyof typeof planTexts.planning.balances] ??
              m.no,
          ],
          [planTexts.planning.pickupSeconds, data.pickupServiceTimeSeconds ?? m.strategies.standard],
          [planTexts.planning.dropoffSeconds, data.dropoffServiceTimeSeconds ?? m.strategies.standard],
          [planTexts.planning.reloads, data.allowReloads ? m.yes : m.no],
          [planTexts.planning.search, data.searchLevel ?? m.strategies.standard],
        ];
      }}
      editing={(data) => {
        const { maxOrdersPerRoute = null, useAllVehicles } = parametersOf(data);
        const initial = { ...data, maxOrdersPerRoute, useAllVehicles: useAllVehicles === true };
        return {
          permission: 'WRITE_OPTIMIZATION',
          fields,
          initial,
          save: (changed) => {
            const isOfGroups = ['contractIds', 'maxOrdersPerRoute', 'useAllVehicles'].some(
              (name) => name in changed,
            );
            const body = isOfGroups ? bodyOf({ ...pick(initial), ...changed }, data) : changed;
            return change('PATCH', `${path}/${data.id}`, body, data.version);
          },
        };
      }}
      removal={{
        permission: 'WRITE_OPTIMIZATION',
        question: planTexts.planning.removeQuestion,
        run: (data) => change('DELETE', `${path}/${data.id}`),
      }}
    >
      {(data) => <Restrictions strategyId={data.id} />}
    </DetailPage>
  );
}

interface Restriction {
  readonly id: string;
  readonly name: string;
  readonly optimization_strategy_ids: readonly string[];
}

/** The areas that routes of a strategy keep out of, chosen from all of them. */
function Restrictions({ strategyId }: { strategyId: string }) {
  const { data, error, refresh } = useLive<{ readonly route_restrictions: readonly Restriction[] }>(
    '/v1/route-restrictions',
    {},
    5_000,
  );
  if (!data) {
    return (
      <Section title={m.titles.restrictions}>
        <Loading error={error} retry={refresh} lines={2} />
      </Section>
    );
  }
  const all = data.route_restrictions;
  const own = all.filter(({ optimization_strategy_ids: ids }) => ids.includes(strategyId));
  return (
    <Section
      title={m.titles.restrictions}
      actions={
        all.length > 0 && (
          <EditButton
            editing={{
              permission: 'WRITE_OPTIMIZATION',
              title: placesTexts.restrictions.choose,
              fields: [
                {
                  name: 'route_restriction_ids',
                  label: m.titles.restrictions,
                  kind: 'choices',
                  options: all.map(({ id, name }) => [id, name] as const),
                },
              ],
              initial: { route_restriction_ids: own.map(({ id }) => id) },
              save: (changed) => change('PUT', `${path}/${strategyId}/route-restrictions`, changed),
            }}
          >
            {placesTexts.restrictions.choose}
          </EditButton>
        )
      }
    >
      {own.length === 0 ? (
        <p class="quiet">{placesTexts.restrictions.none}</p>
      ) : (
        <ul class="rows">
          {own.map(({ id, name }) => (
            <li key={id}>
              <a href={`#/restrictions/${id}`}>{name}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function pick({
  contractIds,
  maxOrdersPerRoute,
  useAllVehicles,
}: Pick<PlanningStrategy, 'contractIds'> & Pick<GroupParameters, 'maxOrdersPerRoute' | 'useAllVehicles'>) {
  return { contractIds, maxOrdersPerRoute, useAllVehicles };
}

/** The button that creates one. */
export function CreatePlanningStrategy() {
  return <CreateButton creation={planningCreation} />;
}
