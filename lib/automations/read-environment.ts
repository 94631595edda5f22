import { listAgents } from '../agents/index.ts';
import { listCustomEvents } from '../custom-events/index.ts';
import { readSettings } from '../notifications/index.ts';
import { listStrategies } from '../strategies/index.ts';
import type { Table } from '../table/index.ts';
import type { Environment } from '../workflows/index.ts';

/** What the organization has set up, as far as workflows refer to it. One call for each kind, side by side. */
export async function readEnvironment(table: Table, organizationId: string): Promise<Environment> {
  const [strategies, customEvents, agents, settings] = await Promise.all([
    listStrategies(table, organizationId),
    listCustomEvents(table, organizationId),
    listAgents(table, organizationId),
    readSettings({ table }, organizationId),
  ]);
  return {
    dispatchStrategies: strategies.map(({ id }) => id),
    destinations: settings.destinations.map(({ value: { id } }) => id),
    customEvents: customEvents.map(({ value: { id, key } }) => ({ id, key })),
    agents: agents.map(({ value: { id, isReportOnly, outputFormat } }) => ({
      id,
      reportOnly: isReportOnly,
      outputFormat,
    })),
  };
}
