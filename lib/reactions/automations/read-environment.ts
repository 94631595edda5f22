import type { Environment } from '../../engines/workflows/index.ts';
import { listOptimizationStrategies } from '../../fleet/planning/index.ts';
import { listStrategies } from '../../fulfilment/strategies/index.ts';
import { allUsers, listRoles } from '../../people/tenancy/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { listAgents } from '../agents/index.ts';
import { listCustomEvents } from '../custom-events/index.ts';
import { catalogValueOf, readSettings, triggerTypes } from '../notifications/index.ts';
import { connectionEnvironment } from './runs/load-plan.ts';

/** What an organization has set up that workflows can refer to. One call per kind, in parallel. */
export async function readEnvironment(table: Table, organizationId: string): Promise<Environment> {
  const [strategies, customEvents, agents, settings, connections, roles, users, optimizations] =
    await Promise.all([
      listStrategies(table, organizationId),
      listCustomEvents(table, organizationId, { withArchived: true }),
      listAgents(table, organizationId),
      readSettings({ table }, organizationId),
      connectionEnvironment(table, organizationId),
      listRoles({ table }, organizationId),
      allUsers({ table }, organizationId),
      listOptimizationStrategies({ table }, organizationId),
    ]);
  return {
    notificationTriggers: triggerTypes().flatMap((one) => [
      one.type,
      `${one.type}|${one.title}`,
      catalogValueOf(one),
    ]),
    connections,
    roles: roles.map(({ role }) => role.id),
    users: users.map(({ id }) => id),
    optimizationStrategies: optimizations
      .filter(({ value }) => !value.isDeleted)
      .map(({ value: { id } }) => id),
    dispatchStrategies: strategies.map(({ id }) => id),
    destinations: settings.destinations.map(({ value: { id } }) => id),
    customEvents: customEvents.map(({ value: { id, key, isArchived } }) => ({ id, key, isArchived })),
    agents: agents.map(({ value: { id, isReportOnly, outputFormat } }) => ({
      id,
      reportOnly: isReportOnly,
      outputFormat,
    })),
  };
}
