import { areas } from '../../../functions/api/index.ts';
import { loads } from './index.ts';

/** Areas whose generators are to come, each with what they wait for. */
const WAITING: Readonly<Record<string, string>> = {
  'provider-accounts':
    'Partners over HTTP: the carriers of the simulation stand behind the interface of providers.',
  'provider-updates': 'Called by the carriers of the simulation themselves.',
  deliveries: 'Carriers of the simulation move their deliveries themselves.',
  planning: 'The solver runs for as long as it may: it needs the time of the simulation first.',
  'route-execution': 'What drivers report of stops: the couriers of the simulation report deliveries.',
  'window-schedules': 'Templates make delivery windows for ever: a run would not come to its end.',
  console: 'Files of the web app: asking for them changes nothing.',
  connections: 'Calls to partners of workflows.',
  mcp: 'Tools call the service over HTTP; they are tested on their own.',
  agents: 'As workflows: what models do.',
  execute: 'Comes with routes that the own fleet drives.',
  uploads: 'Files lie in the bucket, which is not behind the calls of the simulation.',
  'order-operations': 'Bulk work over files: needs the bucket behind the calls of the simulation.',
  tenancy: 'Changes of keys, roles and users would end the access of the merchants that make the load.',
  dispatch: 'Rules that send every order elsewhere would leave the strategies of the load unused.',
};

/** Endpoints without a generator, by area, with the reason. */
export const toCome: readonly {
  readonly area: string;
  readonly why: string;
  readonly endpoints: readonly string[];
}[] = Object.entries(WAITING).map(([area, why]) => {
  const driven = new Set(loads.flatMap(({ drives }) => drives));
  const endpoints = areas.find(({ name }) => name === area)?.endpoints ?? [];
  return {
    area,
    why,
    endpoints: endpoints.map(({ routeKey }) => routeKey).filter((key) => !driven.has(key)),
  };
});
