import type { ComponentType } from 'preact';
import { lazy } from 'preact/compat';
import type { IconName } from './kit/icons.tsx';
import { m } from './messages.ts';
import { withTexts } from './texts/texts.ts';

type Params = Readonly<Record<string, string>>;

/** A screen: its path, the right to open it, and its place in the navigation. */
export interface Screen {
  readonly path: string;
  /** Absent = every user may open it. */
  readonly permission?: string;
  readonly show: ComponentType<{ readonly params: Params }>;
  /** Path of the screen whose place in the navigation it has, if its own does not begin with that. */
  readonly within?: string;
  readonly nav?: {
    readonly group: keyof typeof m.shell.groups;
    readonly label: string;
    readonly icon: IconName;
  };
}

/** Every screen is loaded when it is opened. */
function late<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<{ readonly params: Params }>>>>,
  name: Name,
): Screen['show'] {
  return lazy(() => load().then((module) => ({ default: module[name] }))) as Screen['show'];
}

const today = withTexts(['intake', 'plan'], () => import('./screens/today.tsx'));
const orders = withTexts(['intake'], () => import('./screens/orders.tsx'));
const order = withTexts(['intake', 'why'], () => import('./screens/order.tsx'));
const deliveries = withTexts(['review', 'why'], () => import('./screens/deliveries.tsx'));
const windows = withTexts(['incoming'], () => import('./screens/windows.tsx'));
const recurring = withTexts(['incoming'], () => import('./screens/recurring.tsx'));
const shops = withTexts(['incoming'], () => import('./screens/shops.tsx'));
const shopMessage = withTexts(['incoming'], () => import('./screens/shop-message.tsx'));
const fleet = withTexts(['fleet'], () => import('./screens/fleet.tsx'));
const stores = withTexts(['places'], () => import('./screens/stores.tsx'));
const zones = withTexts(['places'], () => import('./screens/zones.tsx'));
const strategies = withTexts(['outgoing', 'why'], () => import('./screens/strategies.tsx'));
const webhooks = withTexts(['outgoing'], () => import('./screens/webhooks.tsx'));
const people = withTexts(['setup'], () => import('./screens/people.tsx'));
const audit = withTexts(['setup'], () => import('./screens/audit.tsx'));
const settings = withTexts(['setup'], () => import('./screens/settings.tsx'));
const routes = withTexts(['plan'], () => import('./screens/routes.tsx'));
const route = withTexts(['fleet', 'plan'], () => import('./screens/route.tsx'));
const execute = withTexts(['plan'], () => import('./screens/execute.tsx'));
const executeRoute = withTexts(['fleet', 'plan'], () => import('./screens/execute-route.tsx'));
const optimization = withTexts(['places', 'plan'], () => import('./screens/optimization.tsx'));
const planning = withTexts(['places', 'plan'], () => import('./screens/planning-strategies.tsx'));
const workflows = withTexts(['automation'], () => import('./screens/workflows.tsx'));
const workflow = withTexts(['automation'], () => import('./screens/workflow.tsx'));
const workflowRuns = withTexts(['automation'], () => import('./screens/workflow-runs.tsx'));
const flags = withTexts(['plan', 'review'], () => import('./screens/flags.tsx'));
const refunds = withTexts(['review'], () => import('./screens/refunds.tsx'));
const carriers = withTexts(['setup'], () => import('./screens/carriers.tsx'));
const connections = withTexts(['automation'], () => import('./screens/connections.tsx'));
const customEvents = withTexts(['automation'], () => import('./screens/custom-events.tsx'));
const restrictions = withTexts(['places'], () => import('./screens/restrictions.tsx'));
const catalogue = withTexts(['places'], () => import('./screens/catalogue.tsx'));
const importTemplates = withTexts(['intake'], () => import('./screens/import-templates.tsx'));
const agents = withTexts(['automation'], () => import('./screens/agents.tsx'));
const agentRun = withTexts(['automation'], () => import('./screens/agent-run.tsx'));
const gallery = withTexts(['plan'], () => import('./screens/gallery.tsx'));
const insight = withTexts(['insights'], () => import('./screens/insight.tsx'));
const insightWhatIf = withTexts(['insights'], () => import('./screens/insight-what-if.tsx'));
const insightReports = withTexts(['insights'], () => import('./screens/insight-reports.tsx'));
const insightInvoices = withTexts(['insights'], () => import('./screens/insight-invoices.tsx'));
const insightFacts = withTexts(['insights'], () => import('./screens/insight-facts.tsx'));
const notifications = withTexts(['notices'], () => import('./screens/notifications.tsx'));

/** Every screen, in the order of the navigation. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/',
    show: late(today, 'TodayScreen'),
    nav: { group: 'work', label: m.titles.today, icon: 'today' },
  },
  {
    path: '/orders',
    permission: 'READ_ORDER',
    show: late(orders, 'OrdersScreen'),
    nav: { group: 'work', label: m.orders.title, icon: 'orders' },
  },
  { path: '/orders/:id', permission: 'READ_ORDER', show: late(order, 'OrderPage') },
  {
    path: '/recurring',
    permission: 'READ_ORDER',
    show: late(recurring, 'RecurringScreen'),
    nav: { group: 'work', label: m.titles.recurring, icon: 'recurring' },
  },
  { path: '/recurring/:id', permission: 'READ_ORDER', show: late(recurring, 'RecurringPage') },
  {
    path: '/shops',
    permission: 'READ_CONNECTION',
    show: late(shops, 'ShopsScreen'),
    nav: { group: 'setup', label: m.titles.shops, icon: 'shops' },
  },
  { path: '/shops/:id', permission: 'READ_CONNECTION', show: late(shops, 'ShopPage') },
  {
    path: '/shops/:id/messages/:messageId',
    permission: 'READ_CONNECTION',
    show: late(shopMessage, 'ShopMessagePage'),
  },
  {
    path: '/deliveries',
    permission: 'READ_JOB',
    show: late(deliveries, 'DeliveriesScreen'),
    nav: { group: 'work', label: m.deliveries.title, icon: 'deliveries' },
  },
  { path: '/deliveries/:id', permission: 'READ_JOB', show: late(deliveries, 'DeliveryPage') },
  {
    path: '/windows',
    permission: 'READ_DELIVERY_WINDOW',
    show: late(windows, 'WindowsScreen'),
    nav: { group: 'setup', label: m.titles.windows, icon: 'windows' },
  },
  { path: '/windows/:id', permission: 'READ_DELIVERY_WINDOW', show: late(windows, 'WindowPage') },
  {
    path: '/fleet',
    permission: 'READ_FLEET',
    show: late(fleet, 'FleetScreen'),
    nav: { group: 'setup', label: m.titles.fleet, icon: 'fleet' },
  },
  { path: '/fleet/drivers/:id', permission: 'READ_FLEET', show: late(fleet, 'DriverPage') },
  { path: '/fleet/vehicles/:id', permission: 'READ_FLEET', show: late(fleet, 'VehiclePage') },
  { path: '/fleet/groups/:id', permission: 'READ_FLEET', show: late(fleet, 'GroupPage') },
  {
    path: '/stores',
    permission: 'READ_STORE_LOCATION',
    show: late(stores, 'StoresScreen'),
    nav: { group: 'setup', label: m.stores.title, icon: 'stores' },
  },
  { path: '/stores/:id', permission: 'READ_STORE_LOCATION', show: late(stores, 'StorePage') },
  {
    path: '/zones',
    permission: 'READ_ZONE',
    show: late(zones, 'ZonesScreen'),
    nav: { group: 'setup', label: m.titles.zones, icon: 'zones' },
  },
  { path: '/zones/new', permission: 'WRITE_ZONE', show: late(zones, 'NewZonePage') },
  { path: '/zones/:id', permission: 'READ_ZONE', show: late(zones, 'ZonePage') },
  {
    path: '/strategies',
    permission: 'READ_DISPATCH_STRATEGY',
    show: late(strategies, 'StrategiesScreen'),
    nav: { group: 'automate', label: m.strategies.title, icon: 'strategies' },
  },
  { path: '/strategies/:id', permission: 'READ_DISPATCH_STRATEGY', show: late(strategies, 'StrategyPage') },
  {
    path: '/webhooks',
    permission: 'READ_WEBHOOK',
    show: late(webhooks, 'WebhooksScreen'),
    nav: { group: 'automate', label: m.webhooks.title, icon: 'webhooks' },
  },
  { path: '/webhooks/messages/:id', permission: 'READ_WEBHOOK', show: late(webhooks, 'WebhookMessagePage') },
  { path: '/webhooks/:id', permission: 'READ_WEBHOOK', show: late(webhooks, 'WebhookPage') },
  {
    path: '/people',
    permission: 'READ_USER',
    show: late(people, 'PeopleScreen'),
    nav: { group: 'setup', label: m.titles.people, icon: 'people' },
  },
  { path: '/people/users/:id', permission: 'READ_USER', show: late(people, 'UserPage') },
  { path: '/people/roles/:id', permission: 'READ_ROLE', show: late(people, 'RolePage') },
  {
    path: '/audit',
    permission: 'READ_AUDIT_LOG',
    show: late(audit, 'AuditScreen'),
    nav: { group: 'setup', label: m.titles.audit, icon: 'audit' },
  },
  {
    path: '/settings',
    permission: 'READ_ORGANIZATION',
    show: late(settings, 'SettingsScreen'),
    nav: { group: 'setup', label: m.titles.settings, icon: 'settings' },
  },
  {
    path: '/execute',
    permission: 'execute.view',
    show: late(execute, 'ExecuteScreen'),
    nav: { group: 'work', label: m.titles.execute, icon: 'execute' },
  },
  { path: '/execute/:id', permission: 'execute.view', show: late(executeRoute, 'ExecuteRoutePage') },
  {
    path: '/routes',
    permission: 'READ_ROUTE',
    show: late(routes, 'RoutesScreen'),
    nav: { group: 'plan', label: m.titles.routes, icon: 'routes' },
  },
  { path: '/routes/:id', permission: 'READ_ROUTE', show: late(route, 'RoutePage') },
  {
    path: '/optimization',
    permission: 'READ_OPTIMIZATION',
    show: late(optimization, 'OptimizationScreen'),
    nav: { group: 'plan', label: m.titles.optimization, icon: 'optimize' },
  },
  {
    path: '/optimization/strategies/:id',
    permission: 'READ_OPTIMIZATION',
    show: late(planning, 'PlanningStrategyPage'),
  },
  {
    path: '/optimization/:id',
    permission: 'READ_OPTIMIZATION',
    show: late(optimization, 'OptimizationPage'),
  },
  {
    path: '/workflows',
    permission: 'READ_WORKFLOW',
    show: late(workflows, 'WorkflowsScreen'),
    nav: { group: 'automate', label: m.titles.workflows, icon: 'workflows' },
  },
  { path: '/workflows/:id', permission: 'READ_WORKFLOW', show: late(workflow, 'WorkflowPage') },
  {
    path: '/workflow-runs/:id',
    permission: 'READ_WORKFLOW',
    show: late(workflowRuns, 'WorkflowRunPage'),
    within: '/workflows',
  },
  {
    path: '/notifications',
    permission: 'READ_NOTIFICATION',
    show: late(notifications, 'NotificationsScreen'),
    nav: { group: 'automate', label: m.notifications.title, icon: 'notifications' },
  },
  {
    path: '/notifications/triggers/:id',
    permission: 'READ_NOTIFICATION',
    show: late(notifications, 'TriggerPage'),
  },
  {
    path: '/notifications/destinations/:id',
    permission: 'READ_NOTIFICATION',
    show: late(notifications, 'DestinationPage'),
  },
  {
    path: '/flags',
    permission: 'READ_JOB',
    show: late(flags, 'FlagsScreen'),
    nav: { group: 'work', label: m.titles.flags, icon: 'flags' },
  },
  { path: '/flags/:id', permission: 'READ_JOB', show: late(flags, 'FlagPage') },
  {
    path: '/insights',
    permission: 'READ_JOB',
    show: late(insight, 'OverviewScreen'),
    nav: { group: 'work', label: m.insights.title, icon: 'insights' },
  },
  { path: '/insights/providers', permission: 'READ_JOB', show: late(insight, 'ProvidersScreen') },
  { path: '/insights/stores', permission: 'READ_JOB', show: late(insight, 'StoresScreen') },
  { path: '/insights/drivers', permission: 'READ_JOB', show: late(insight, 'DriversScreen') },
  { path: '/insights/costs', permission: 'READ_JOB', show: late(insight, 'CostsScreen') },
  { path: '/insights/windows', permission: 'READ_JOB', show: late(insight, 'WindowsScreen') },
  { path: '/insights/reactions', permission: 'READ_JOB', show: late(insight, 'ReactionsScreen') },
  {
    path: '/insights/what-if',
    permission: 'READ_DISPATCH_STRATEGY',
    show: late(insightWhatIf, 'WhatIfScreen'),
  },
  {
    path: '/insights/invoices',
    permission: 'READ_DISPATCH_STRATEGY',
    show: late(insightInvoices, 'InvoicesScreen'),
  },
  { path: '/insights/reports', permission: 'READ_JOB', show: late(insightReports, 'ReportsScreen') },
  { path: '/insights/facts/:measure', permission: 'READ_JOB', show: late(insightFacts, 'FactsScreen') },
  {
    path: '/proofs',
    permission: 'READ_JOB',
    show: late(gallery, 'ProofsScreen'),
    nav: { group: 'work', label: m.proofs.title, icon: 'proofs' },
  },
  {
    path: '/refunds',
    permission: 'READ_REFUND',
    show: late(refunds, 'RefundsScreen'),
    nav: { group: 'work', label: m.titles.refunds, icon: 'refunds' },
  },
  { path: '/refunds/:id', permission: 'READ_REFUND', show: late(refunds, 'RefundPage') },
  {
    path: '/restrictions',
    permission: 'READ_OPTIMIZATION',
    show: late(restrictions, 'RestrictionsScreen'),
    nav: { group: 'plan', label: m.titles.restrictions, icon: 'restrictions' },
  },
  {
    path: '/restrictions/new',
    permission: 'WRITE_OPTIMIZATION',
    show: late(restrictions, 'NewRestrictionPage'),
  },
  { path: '/restrictions/:id', permission: 'READ_OPTIMIZATION', show: late(restrictions, 'RestrictionPage') },
  {
    path: '/agents',
    permission: 'READ_WORKFLOW',
    show: late(agents, 'AgentsScreen'),
    nav: { group: 'automate', label: m.titles.agents, icon: 'agents' },
  },
  { path: '/agents/:id', permission: 'READ_WORKFLOW', show: late(agents, 'AgentPage') },
  { path: '/agents/:id/files/:name', permission: 'READ_WORKFLOW', show: late(agents, 'AgentFilePage') },
  {
    path: '/agent-runs/:id',
    permission: 'READ_AGENT',
    show: late(agentRun, 'AgentRunPage'),
    within: '/agents',
  },
  {
    path: '/connections',
    permission: 'READ_CONNECTION',
    show: late(connections, 'ConnectionsScreen'),
    nav: { group: 'automate', label: m.titles.connections, icon: 'connections' },
  },
  { path: '/connections/:id', permission: 'READ_CONNECTION', show: late(connections, 'ConnectionPage') },
  {
    path: '/custom-events',
    permission: 'READ_WORKFLOW',
    show: late(customEvents, 'CustomEventsScreen'),
    nav: { group: 'automate', label: m.titles.customEvents, icon: 'events' },
  },
  {
    path: '/carriers',
    permission: 'READ_DISPATCH_STRATEGY',
    show: late(carriers, 'CarriersScreen'),
    nav: { group: 'setup', label: m.titles.carriers, icon: 'carriers' },
  },
  { path: '/carriers/:id', permission: 'READ_DISPATCH_STRATEGY', show: late(carriers, 'CarrierPage') },
  {
    path: '/partners/:id',
    permission: 'READ_CONNECTION',
    show: late(carriers, 'PartnerPage'),
    within: '/carriers',
  },
  {
    path: '/catalogue',
    permission: 'READ_CATALOG',
    show: late(catalogue, 'CatalogueScreen'),
    nav: { group: 'setup', label: m.titles.catalogue, icon: 'catalogue' },
  },
  { path: '/catalogue/:id', permission: 'READ_CATALOG', show: late(catalogue, 'ProductPage') },
  {
    path: '/import-templates',
    permission: 'READ_UPLOAD',
    show: late(importTemplates, 'ImportTemplatesScreen'),
    nav: { group: 'setup', label: m.titles.importTemplates, icon: 'templates' },
  },
];
