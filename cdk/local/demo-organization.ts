import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOrganization, createUserAsOperator } from '../../lib/people/tenancy/index.ts';
import { setUpNotifications } from '../../lib/reactions/notifications/index.ts';
import type { TablePlace } from './open-table.ts';
import { DEMO_USERS } from './sign-in/serve-sign-in.ts';
import { tenancyOnTable } from './tenancy-on-table.ts';

/** Content of `<dataDirectory>/demo.json`. */
export interface Demo {
  readonly baseUrl: string;
  readonly organizationId: string;
  readonly apiKey: string;
}

/**
 * The demo organization, with a user per built-in role. It is created once and stored with its key; only the address of
 * the service changes from start to start.
 */
export async function demoOrganization(
  dataDirectory: string,
  baseUrl: string,
  place: TablePlace,
): Promise<Demo> {
  const file = join(dataDirectory, 'demo.json');
  const demo = { ...(readDemo(file) ?? (await make(place))), baseUrl };
  const { organizationId, apiKey } = demo;
  writeFileSync(`${file}.new`, `${JSON.stringify({ baseUrl, organizationId, apiKey }, null, 2)}\n`);
  renameSync(`${file}.new`, file);
  return demo;
}

async function make(place: TablePlace): Promise<Omit<Demo, 'baseUrl'>> {
  const deps = tenancyOnTable(place);
  try {
    const { organization, key } = await createOrganization(deps, { name: 'Demo' });
    await setUpNotifications(deps, organization.id);
    for (const { email, roleId } of DEMO_USERS) {
      await createUserAsOperator(deps, organization.id, { email, roleIds: [roleId] });
    }
    return { organizationId: organization.id, apiKey: key };
  } finally {
    deps.close();
  }
}

/** The demo of an earlier start; undefined when its file is missing or unreadable. */
function readDemo(file: string): Demo | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const { baseUrl, organizationId, apiKey } = JSON.parse(readFileSync(file, 'utf8')) as Partial<Demo>;
    return typeof organizationId === 'string' && typeof apiKey === 'string'
      ? { baseUrl: String(baseUrl), organizationId, apiKey }
      : undefined;
  } catch {
    return undefined;
  }
}
