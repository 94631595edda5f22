import { agentsLoad } from './agents.ts';
import { attackersLoad } from './attackers.ts';
import { byExampleLoad } from './by-example.ts';
import { contraryLoad } from './contrary.ts';
import type { Load } from './define-load.ts';
import { dispatchLoad } from './dispatch.ts';
import { dispatchRulesLoad } from './dispatch-rules.ts';
import { drivingLoad } from './driving.ts';
import { fleetLoad } from './fleet.ts';
import { incidentsLoad } from './incidents.ts';
import { jobsLoad } from './jobs.ts';
import { manyOrdersLoad } from './many-orders.ts';
import { notificationsLoad } from './notifications.ts';
import { ordersLoad } from './orders.ts';
import { peopleLoad } from './people.ts';
import { phonesLoad } from './phones.ts';
import { planningLoad } from './planning.ts';
import { quotesLoad } from './quotes.ts';
import { recurringOrdersLoad } from './recurring-orders.ts';
import { routesLoad } from './routes.ts';
import { strategiesLoad } from './strategies.ts';
import { templatesLoad } from './templates.ts';
import { webhooksLoad } from './webhooks.ts';
import { windowWorkflowsLoad } from './window-workflows.ts';
import { windowsLoad } from './windows.ts';
import { workflowsLoad } from './workflows.ts';

const own: readonly Load[] = [
  ordersLoad,
  dispatchLoad,
  jobsLoad,
  strategiesLoad,
  webhooksLoad,
  windowsLoad,
  fleetLoad,
  routesLoad,
  workflowsLoad,
  notificationsLoad,
  incidentsLoad,
  planningLoad,
  drivingLoad,
  manyOrdersLoad,
  peopleLoad,
  agentsLoad,
  templatesLoad,
  dispatchRulesLoad,
  windowWorkflowsLoad,
  quotesLoad,
  recurringOrdersLoad,
  contraryLoad,
  attackersLoad,
  phonesLoad,
];

/** Everything that merchants do. */
export const loads: readonly Load[] = [...own, byExampleLoad(own)];
