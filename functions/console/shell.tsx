import type { ComponentType } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './kit/icons.tsx';
import { useConnection } from './kit/live.ts';
import { can, organizationOf, whoIs } from './kit/me.ts';
import { match, usePlace } from './kit/router.ts';
import { claims, signOut } from './kit/session.ts';
import { isDark, switchTheme } from './kit/theme.ts';
import { Button, EmptyState, Skeleton, Toasts } from './kit/ui.tsx';
import { m } from './messages.ts';
import { OrderPage } from './screens/order.tsx';
import { OrdersScreen } from './screens/orders.tsx';

type Params = Readonly<Record<string, string>>;

/** A screen: its path, the right to open it, and its place in the navigation. */
export interface Screen {
  readonly path: string;
  readonly permission: string;
  readonly show: ComponentType<{ readonly params: Params }>;
  readonly nav?: {
    readonly group: keyof typeof m.shell.groups;
    readonly label: string;
    readonly icon: IconName;
  };
}

/** All screens but the first are loaded when they are opened. */
function late<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType<{ readonly params: Params }>>>>,
  name: Name,
): Screen['show'] {
  return lazy(() => load().then((module) => ({ default: module[name] }))) as Screen['show'];
}

const deliveries = () => import('./screens/deliveries.tsx');
const windows = () => import('./screens/windows.tsx');
const recurring = () => import('./screens/recurring.tsx');
const shops = () => import('./screens/shops.tsx');
const shopMessage = () => import('./screens/shop-message.tsx');
const fleet = () => import('./screens/fleet.tsx');
const stores = () => import('./screens/stores.tsx');
const zones = () => import('./screens/zones.tsx');
const strategies = () => import('./screens/strategies.tsx');
const webhooks = () => import('./screens/webhooks.tsx');
const people = () => import('./screens/people.tsx');
const audit = () => import('./screens/audit.tsx');
const settings = () => import('./screens/settings.tsx');
const routes = () => import('./screens/routes.tsx');
const route = () => import('./screens/route.tsx');
const execute = () => import('./screens/execute.tsx');
const executeRoute = () => import('./screens/execute-route.tsx');
const optimization = () => import('./screens/optimization.tsx');
const planning = () => import('./screens/planning-strategies.tsx');
const workflows = () => import('./screens/workflows.tsx');
const workflow = () => import('./screens/workflow.tsx');
const workflowRuns = () => import('./screens/workflow-runs.tsx');
const notifications = () => import('./screens/notifications.tsx');

const SCREENS: readonly Screen[] = [
  {
    path: '/orders',
    permission: 'READ_ORDER',
    show: OrdersScreen,
    nav: { group: 'work', label: m.orders.title, icon: 'orders' },
  },
  { path: '/orders/:id', permission: 'READ_ORDER', show: OrderPage },
  {
    path: '/recurring',
    permission: 'READ_ORDER',
    show: late(recurring, 'RecurringScreen'),
    nav: { group: 'work', label: m.recurring.title, icon: 'recurring' },
  },
  { path: '/recurring/:id', permission: 'READ_ORDER', show: late(recurring, 'RecurringPage') },
  {
    path: '/shops',
    permission: 'READ_CONNECTION',
    show: late(shops, 'ShopsScreen'),
    nav: { group: 'setup', label: m.shops.title, icon: 'shops' },
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
    nav: { group: 'setup', label: m.windows.title, icon: 'windows' },
  },
  { path: '/windows/:id', permission: 'READ_DELIVERY_WINDOW', show: late(windows, 'WindowPage') },
  {
    path: '/fleet',
    permission: 'READ_FLEET',
    show: late(fleet, 'FleetScreen'),
    nav: { group: 'setup', label: m.fleet.title, icon: 'fleet' },
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
    nav: { group: 'setup', label: m.zones.title, icon: 'zones' },
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
    nav: { group: 'setup', label: m.people.title, icon: 'people' },
  },
  { path: '/people/users/:id', permission: 'READ_USER', show: late(people, 'UserPage') },
  { path: '/people/roles/:id', permission: 'READ_ROLE', show: late(people, 'RolePage') },
  {
    path: '/audit',
    permission: 'READ_AUDIT_LOG',
    show: late(audit, 'AuditScreen'),
    nav: { group: 'setup', label: m.audit.title, icon: 'audit' },
  },
  {
    path: '/settings',
    permission: 'READ_ORGANIZATION',
    show: late(settings, 'SettingsScreen'),
    nav: { group: 'setup', label: m.settings.title, icon: 'settings' },
  },
  {
    path: '/execute',
    permission: 'execute.view',
    show: late(execute, 'ExecuteScreen'),
    nav: { group: 'work', label: m.execute.title, icon: 'execute' },
  },
  { path: '/execute/:id', permission: 'execute.view', show: late(executeRoute, 'ExecuteRoutePage') },
  {
    path: '/routes',
    permission: 'READ_ROUTE',
    show: late(routes, 'RoutesScreen'),
    nav: { group: 'plan', label: m.routes.title, icon: 'routes' },
  },
  { path: '/routes/:id', permission: 'READ_ROUTE', show: late(route, 'RoutePage') },
  {
    path: '/optimization',
    permission: 'READ_OPTIMIZATION',
    show: late(optimization, 'OptimizationScreen'),
    nav: { group: 'plan', label: m.optimization.title, icon: 'optimize' },
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
    nav: { group: 'automate', label: m.workflows.title, icon: 'workflows' },
  },
  { path: '/workflows/:id', permission: 'READ_WORKFLOW', show: late(workflow, 'WorkflowPage') },
  { path: '/workflow-runs/:id', permission: 'READ_WORKFLOW', show: late(workflowRuns, 'WorkflowRunPage') },
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
];

/** The frame around every screen: navigation, the signed-in user, and whether the data is live. */
export function Shell() {
  const { path } = usePlace();
  const [isOpen, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const allowed = SCREENS.filter(({ permission }) => can(permission));
  const first = allowed.find(({ nav }) => nav);
  const shown = path === '/' ? first : allowed.find((screen) => match(screen.path, path));
  const isFirst = useRef(true);
  useEffect(() => {
    setOpen(false);
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus();
    main.current?.scrollTo(0, 0);
  }, [path]);
  useEffect(() => {
    document.title = shown?.nav ? `${shown.nav.label} · ${m.product}` : m.product;
  }, [shown]);
  return (
    <div class={`shell ${isOpen ? 'open' : ''}`}>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        {m.skip}
      </button>
      <header class="topbar">
        <button
          type="button"
          class="button ghost icon-only menu"
          aria-label={m.shell.menu}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        <span class="brand">{organizationOf()?.name ?? m.product}</span>
        <Connection />
        <ThemeButton />
        <UserMenu />
      </header>
      <nav class="sidebar" aria-label={m.shell.navigation}>
        {Object.entries(m.shell.groups).map(([group, label]) => {
          const screens = allowed.filter(({ nav }) => nav?.group === group);
          return screens.length === 0 ? null : (
            <div key={group}>
              <h2>{label}</h2>
              <ul>
                {screens.map((screen) => (
                  <li key={screen.path}>
                    <a
                      href={`#${screen.path}`}
                      aria-current={isUnder(path, screen, first) ? 'page' : undefined}
                    >
                      <Icon name={screen.nav?.icon ?? 'inbox'} />
                      {screen.nav?.label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </nav>
      <main ref={main} id="main" tabIndex={-1}>
        <Suspense fallback={<Skeleton lines={8} />}>
          {shown ? (
            <shown.show key={shown.path} params={match(shown.path, path) ?? {}} />
          ) : (
            <EmptyState icon="alert" title={m.errors.page} text={m.errors.pageText} />
          )}
        </Suspense>
      </main>
      <Toasts />
    </div>
  );
}

function isUnder(path: string, screen: Screen, first: Screen | undefined): boolean {
  return path === screen.path || path.startsWith(`${screen.path}/`) || (path === '/' && screen === first);
}

function Connection() {
  const connection = useConnection();
  return (
    <span class={`connection ${connection}`} role="status">
      {m.shell[connection]}
    </span>
  );
}

function ThemeButton() {
  const [dark, setDark] = useState(isDark());
  return (
    <Button
      kind="ghost"
      icon={dark ? 'sun' : 'moon'}
      label={m.shell.theme}
      onClick={() => {
        switchTheme();
        setDark(isDark());
      }}
    />
  );
}

function UserMenu() {
  const name = String(claims().email ?? whoIs().actor.name);
  return (
    <details class="multi user">
      <summary>
        <span class="avatar" aria-hidden="true">
          {name.charAt(0).toUpperCase()}
        </span>
        <span class="user-name">{name}</span>
      </summary>
      <div>
        <Button icon="exit" onClick={signOut}>
          {m.signIn.signOut}
        </Button>
      </div>
    </details>
  );
}
