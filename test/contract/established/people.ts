import { z } from 'zod';
import { flag, flags, shape, text, texts } from './values.ts';

export const organizationSummary = shape({ id: text }, { name: text });

export const listedOrganizationChildren = shape({ children: z.array(organizationSummary).optional() });

export const mutationResult = shape({ success: flag.optional() });

export const roleIds = shape({ roleIds: z.array(text) });

export const roleRead = shape({ ...texts`id name organizationId` }, { description: text });

export const rolesList = shape({ roles: z.array(roleRead) });

export const userCreate = shape(
  { email: text, roleIds: z.array(text).optional() },
  {
    ...texts`firstName lastName phoneNumber auth0Id`,
    ...flags`isNashSuperuser isNashOperations`,
  },
);

export const userInvite = shape({ email: text, roleIds: z.array(text) });

export const userRead = shape(
  { id: text, isActive: flag, roles: z.array(roleRead).optional() },
  {
    ...texts`email auth0Id firstName lastName`,
    ...flags`
    isNashSuperuser isNashOperations
  `,
  },
);

export const usersList = shape({ users: z.array(userRead) });
