import * as z from 'zod';
import { fleetNotFound, readDriverGroup } from '../../../lib/fleet/fleet/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { groupExample, groupReply, renderGroup } from './group-schemas.ts';

const member = z.object({
  id: z.string(),
  externalIdentifier: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
  enabled: z.boolean().meta({ description: 'Whether the driver gets work.' }),
  onShift: z.boolean().meta({ description: "Whether one of the driver's shifts is active now." }),
});

export const getDriverGroup = fleetEndpoint({
  name: 'getDriverGroup',
  method: 'GET',
  path: '/v1/fleet/driver-groups/{first_version_contract_id}',
  area: 'Fleet',
  summary: 'Get a driver group with its drivers',
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  params: z.object({
    first_version_contract_id: z.string().meta({ description: 'Id of the group, `cntr_...`.' }),
  }),
  reply: z.object({ driverGroup: groupReply.extend({ drivers: z.array(member) }) }),
  replyExample: {
    driverGroup: {
      ...groupExample,
      driverIds: ['cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H'],
      drivers: [
        {
          id: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
          externalIdentifier: 'driver-17',
          firstName: 'Grace',
          lastName: 'Hopper',
          phoneNumber: '+14155550117',
          enabled: true,
          onShift: false,
        },
      ],
    },
  },
  refusals: [fleetNotFound],
  async handle({ input: { path }, ctx }) {
    const id = path.first_version_contract_id;
    const group = await readDriverGroup(ctx, editorOf(ctx), id);
    if (!group) {
      return fleetNotFound(`There is no driver group "${id}". GET /v1/fleet/driver-groups lists them.`, {
        id,
      });
    }
    return {
      driverGroup: {
        ...renderGroup(group.stored),
        driverIds: group.members.map(({ driver }) => driver.id),
        drivers: group.members.map(({ driver, isOnShift }) => ({
          id: driver.id,
          externalIdentifier: driver.externalIdentifier ?? null,
          firstName: driver.firstName,
          lastName: driver.lastName,
          phoneNumber: driver.phoneNumber,
          enabled: driver.enabled,
          onShift: isOnShift,
        })),
      },
    };
  },
});
