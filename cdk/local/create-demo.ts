import { createOrganization, createUserAsOperator } from '../../lib/people/tenancy/index.ts';
import { setUpNotifications } from '../../lib/reactions/notifications/index.ts';
import type { NewDemo } from './demo-organization.ts';
import type { TablePlace } from './local-table.ts';
import { DEMO_USERS } from './sign-in/serve-sign-in.ts';
import { tenancyOnTable } from './tenancy-on-table.ts';

/** Where the demo is: in San Francisco. */
const CITY = { timeZone: 'America/Los_Angeles', distanceUnit: 'miles' } as const;

/** Creates the demo organization, with the clocks and distances of its city, and a user per built-in role. */
export async function createDemo(place: TablePlace): Promise<NewDemo> {
  const deps = tenancyOnTable(place);
  try {
    const { organization, key } = await createOrganization(deps, { name: 'Demo', preferences: CITY });
    await Promise.all([
      setUpNotifications(deps, organization.id),
      ...DEMO_USERS.map(({ email, roleId }) =>
        createUserAsOperator(deps, organization.id, { email, roleIds: [roleId] }),
      ),
    ]);
    return { organizationId: organization.id, apiKey: key };
  } finally {
    deps.close();
  }
}
