import type { App } from 'aws-cdk-lib';
import { METRICS_VARIABLE } from '../lib/platform/runtime/index.ts';
import { routeKeysOf } from './route-keys.ts';
import { AreasStack } from './stacks/areas-stack.ts';
import { ConsumersStack, MORE_CONSUMERS } from './stacks/consumers-stack.ts';
import { EventsStack } from './stacks/events-stack.ts';
import { GatewayStack } from './stacks/gateway-stack.ts';
import { LakeStack } from './stacks/lake-stack.ts';
import { MachinesStack } from './stacks/machines-stack.ts';
import { MonitoringStack } from './stacks/monitoring-stack.ts';
import { RetainedStack } from './stacks/retained-stack.ts';
import { ROUTE_STACKS, RoutesStack } from './stacks/routes-stack.ts';
import { SignInStack } from './stacks/sign-in-stack.ts';
import type { Stage } from './stage.ts';
import type { Surroundings } from './surroundings.ts';
import { secretsOf, type Units } from './units.ts';

/**
 * Every stack of an installation. Apart from the permanent exports of the retained and the gateway stack, stacks refer
 * to each other only by names; their order is that of a first deployment.
 */
export function deployStacks(
  app: App,
  stage: Stage,
  { units, code }: { readonly units: Units; readonly code: Surroundings['code'] },
): void {
  const prefix = `delivery-${stage.name}`;
  const { terminationProtection, throttle, authorizerCacheSeconds, alarms, canary, corsOrigins, domain } =
    stage;
  const { areas, queueWorkers } = units;
  const common = { terminationProtection };
  const retained = new RetainedStack(app, `${prefix}-retained`, {
    ...common,
    secrets: secretsOf(units),
    emailDomain: stage.emailDomain,
    warmThroughput: stage.warmThroughput,
    provisioned: stage.provisioned,
    copies: stage.copies,
    keeps: stage.keeps,
  });
  const mapKeyName = stage.hasMapKey ? `${prefix}-map` : undefined;
  const gateway = new GatewayStack(app, `${prefix}-gateway`, {
    ...common,
    throttle,
    corsOrigins,
    domain,
    mapKeyName,
  });
  const { apiId, baseUrl } = gateway;
  const signInIssuers =
    stage.signInIssuers ??
    new SignInStack(app, `${prefix}-sign-in`, { ...common, prefix, baseUrl, ...stage.signIn }).issuers;
  const organizationMetrics = stage.metersOrganizations ? `${prefix}-organizations` : undefined;
  const { table, tableStreamArn } = tableOf(retained, stage);
  const surroundings: Surroundings = {
    prefix,
    table,
    bucket: retained.bucket,
    secretArn: (name) => retained.secretArn(name),
    mapKeyName,
    reservesConcurrency: stage.reservesConcurrency,
    collectsBatches: stage.collectsBatches,
    solverCores: stage.solverCores,
    storesTraces: stage.tracePercent > 0,
    environment: {
      PUBLIC_BASE_URL: baseUrl,
      SIGN_IN_ISSUERS: signInIssuers,
      ...(organizationMetrics === undefined ? {} : { [METRICS_VARIABLE]: organizationMetrics }),
      ...stage.environment,
    },
    code,
  };
  const machines = new MachinesStack(app, `${prefix}-machines`, { ...common, surroundings, units });
  const more = queueWorkers.filter(({ name }) => MORE_CONSUMERS.has(name));
  const consumers =
    more.length > 0
      ? [new ConsumersStack(app, `${prefix}-consumers`, { ...common, surroundings, queueWorkers: more })]
      : [];
  const events = new EventsStack(app, `${prefix}-events`, {
    ...common,
    surroundings,
    queueWorkers: queueWorkers.filter((worker) => !more.includes(worker)),
    routedWorkers: queueWorkers,
    tableStreamArn,
  });
  const functions = new AreasStack(app, `${prefix}-areas`, { ...common, surroundings, areas, canary });
  const routes = Object.entries(ROUTE_STACKS).map(
    ([name, has]) =>
      new RoutesStack(app, `${prefix}-${name}`, {
        ...common,
        prefix,
        apiId,
        areas: areas.filter((area) => has(area.name)),
        routes: routeKeysOf(areas),
        authorizerName: `api-key-of-${name}`,
        authorizerCacheSeconds,
        canary,
      }),
  );
  new LakeStack(app, `${prefix}-lake`, { ...common, prefix, bucket: retained.bucket });
  new MonitoringStack(app, `${prefix}-monitoring`, {
    ...common,
    prefix,
    apiId,
    units,
    tableName: table.tableName,
    organizationMetrics,
    subscribers: alarms,
  });
  // Consumers exist before the API lets anything in, and a route exists only once its function does.
  events.addStackDependency(machines);
  for (const stack of consumers) {
    stack.addStackDependency(machines);
    events.addStackDependency(stack);
  }
  functions.addStackDependency(events);
  for (const stack of routes) stack.addStackDependency(functions);
}

/** The retained stack's table, or the restored one that replaces it. */
function tableOf(retained: RetainedStack, { restoredTable }: Stage) {
  if (!restoredTable) return { table: retained.table, tableStreamArn: retained.table.tableStreamArn ?? '' };
  const { name: tableName, streamArn: tableStreamArn } = restoredTable;
  const tableArn = retained.formatArn({ service: 'dynamodb', resource: 'table', resourceName: tableName });
  return { table: { tableName, tableArn }, tableStreamArn };
}
