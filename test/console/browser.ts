import type { Browser, Page } from 'playwright-core';
import { inject, onTestFinished, test } from 'vitest';
import { codeInFolder } from '../../cdk/local/functions/function-code.ts';
import { localTable } from '../../cdk/local/local-table.ts';
import { codeDirectory } from '../../cdk/local/preparation/steps.ts';
import { tenancyOnTable } from '../../cdk/local/tenancy-on-table.ts';
import { createOrganization, createUserAsOperator } from '../../lib/people/tenancy/index.ts';
import { runCloud, type TestCloud } from '../support/running-cloud.ts';
import { launchBrowser, look, PATIENCE_MS } from './chromium.ts';

export { hasBrowser, PATIENCE_MS } from './chromium.ts';

/** A console in a browser, signed in. */
export interface OpenConsole {
  readonly page: Page;
  /** Goes to a screen by its path, such as `/orders`. */
  readonly go: (place: string) => Promise<void>;
  /** What axe finds wrong on the page. A picture gets this name: of the window, or `whole`, of the page. */
  readonly look: (name: string, part?: 'window' | 'whole') => Promise<readonly string[]>;
  /** Errors of the page, of its console and of its requests since it was opened. */
  readonly problems: readonly string[];
}

/** A page without a console, as a recipient of a link sees it. */
export type OpenPage = Omit<OpenConsole, 'go'>;

interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Language of the browser; English by default. */
  readonly locale?: string;
  /** What the first page finds in the storage of its tab: that of somebody who is signed in. */
  readonly session?: Readonly<Record<string, string>> | undefined;
}

/** An organization with a user per role, and browsers on its console. */
export interface ConsoleWorld {
  readonly local: TestCloud;
  readonly apiKey: string;
  /** Calls the API with the organization's key; a refusal fails the test. */
  readonly call: <Reply>(method: string, path: string, body?: unknown) => Promise<Reply>;
  /** Opens the console and signs in as the user of a role, by default as `owner`. */
  readonly open: (role: string, options?: PageOptions) => Promise<OpenConsole>;
  /** Opens an address without signing in. */
  readonly visit: (url: string, options?: PageOptions) => Promise<OpenPage>;
}

/** Roles with a user whom the local sign-in page offers. */
const ROLES = ['owner', 'planner', 'store_operator', 'read_only'];

/**
 * A story in the browser. What it needs is started once per file, and once more for a story that failed and is tried
 * again: it would find what it made before.
 */
export const story = test
  .extend('roles', { scope: 'file' }, ROLES)
  .extend('shared', { scope: 'file' }, ({ roles }, { onCleanup }) => startWorld(roles, onCleanup))
  .extend('world', ({ shared, roles, task }, { onCleanup }) =>
    task.result?.retryCount ? startWorld(roles, onCleanup) : shared,
  );

/** Makes something for all stories of a world, when the first one asks for it. */
export function onceInWorld<Made>(make: (world: ConsoleWorld) => Promise<Made>) {
  const known = new WeakMap<ConsoleWorld, Promise<Made>>();
  return ({ world }: { readonly world: ConsoleWorld }): Promise<Made> => {
    const made = known.get(world) ?? make(world);
    known.set(world, made);
    return made;
  };
}

/** Starts a local cloud with an organization and a user of each of these roles. */
async function startWorld(
  roles: readonly string[],
  onCleanup: (stop: () => Promise<void>) => void,
): Promise<ConsoleWorld> {
  const directory = inject('laptopDirectory');
  const code = codeInFolder(codeDirectory(directory));
  const local = await runCloud({ assemblyDirectory: directory, code });
  const deps = tenancyOnTable(localTable(local.cloud.awsEndpoint, local.cloud.tableName()));
  const { organization, key } = await createOrganization(deps, { name: 'Corner Bakery' });
  for (const role of roles) {
    await createUserAsOperator(deps, organization.id, { email: emailOf(role), roleIds: [`role_${role}`] });
  }
  deps.close();
  let browser: Browser | undefined;
  /** What the console keeps of a user's sign-in, by role: users sign in once in a file. */
  const sessions = new Map<string, Readonly<Record<string, string>>>();
  onCleanup(async () => {
    await browser?.close();
    await local.stop();
  });
  const { baseUrl } = local.cloud;
  const world: ConsoleWorld = {
    local,
    apiKey: key,
    async call<Reply>(method: string, path: string, body?: unknown) {
      const reply = await local.request<Reply>(method, path, {
        key,
        ...(body === undefined ? {} : { body }),
      });
      if (reply.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    async visit(url, { width = 1280, height = 800, dark = false, locale = 'en-US', session } = {}) {
      browser ??= await launchBrowser();
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        locale,
      });
      // An open console goes on asking for what is new: the next story would pay for it.
      onTestFinished(() => context.close());
      if (session) await context.addInitScript(resume, session);
      const page = await context.newPage();
      // The machine may be busy: stories wait for what they expect, and never judge speed.
      page.setDefaultTimeout(PATIENCE_MS);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        // Failed requests are reported below, with their addresses.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          problems.push(message.text());
        }
      });
      page.on('response', (response) => {
        // The local cloud has limits: requests that it refuses for now are sent again.
        if (response.status() >= 400 && response.status() !== 503)
          problems.push(`${response.status()} ${response.url()}`);
      });
      page.on('request', (request) => {
        // Files go to the bucket by a link that the API signed.
        const isOwn = request.url().startsWith(baseUrl) || request.url().includes('X-Amz-Signature');
        if (!isOwn && !/^(?:data|blob):/.test(request.url())) {
          problems.push(`Request to ${request.url()}`);
        }
      });
      while ((await page.goto(url))?.status() === 503) await page.waitForLoadState();
      return { page, problems, look: (name, part) => look(page, name, part === 'whole') };
    },
    async open(role, options) {
      const session = sessions.get(role);
      const opened = await world.visit(`${baseUrl}/console`, { ...options, session });
      const { page } = opened;
      if (!session) {
        // Its words depend on the language of the browser.
        await page.locator('.gate-card .button.primary').click();
        await page.getByRole('link', { name: emailOf(role) }).click();
      }
      await page.locator('.shell').waitFor();
      if (!session) sessions.set(role, await page.evaluate('({ ...sessionStorage })'));
      return {
        ...opened,
        go: async (place) => {
          await page.goto(`${baseUrl}/console#${place}`);
        },
      };
    },
  };
  await world.call('PATCH', '/v1/organization', { timeZone: zoneInTheMorning() });
  return world;
}

/** In a browser: gives the first page what another tab kept in its storage. Pages after it, as after a sign-out, find none. */
function resume(session: Readonly<Record<string, string>>): void {
  if (localStorage.getItem('resumed')) return;
  localStorage.setItem('resumed', 'true');
  for (const [name, value] of Object.entries(session)) sessionStorage.setItem(name, value);
}

/**
 * A time zone in which it is eight in the morning, so that everything that a story plans for the next hours is on the
 * same day.
 */
function zoneInTheMorning(): string {
  const ahead = ((8 - new Date().getUTCHours() + 36) % 24) - 12;
  // In these names the sign is reversed: it is the way to Greenwich.
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

function emailOf(role: string): string {
  return `${role.replace('_', '.')}@demo.example`;
}
