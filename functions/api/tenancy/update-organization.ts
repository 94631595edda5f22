import { strategyOf } from '../../../lib/fulfilment/strategies/index.ts';
import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { changeOrganization, type OrganizationChange } from '../../../lib/platform/organization/index.ts';
import {
  organizationChange,
  organizationExample,
  organizationReply,
  renderOrganization,
} from './organization-schemas.ts';

/** PATCH /v1/organization */
export const updateOrganization = endpointFor<TenancyDeps>()({
  name: 'updateOrganization',
  method: 'PATCH',
  path: '/v1/organization',
  area: 'Organization',
  summary: 'Change the organization and its preferences',
  description: 'Only the fields that are sent change. A change takes effect with the next request.',
  permission: 'WRITE_ORGANIZATION',
  forLimited: 'refused',
  takesIfMatch: true,
  body: organizationChange,
  bodyExample: { timeZone: 'America/New_York', preferences: { archiveReasonRequired: true } },
  reply: organizationReply,
  replyExample: organizationExample,
  refusals: [contentionOver('organization')],
  async handle({ input: { body }, ctx }) {
    const { name, timeZone, currency, preferences = {} } = body;
    const strategyId = preferences.defaultDispatchStrategyId;
    if (strategyId && isRefusal(await strategyOf(ctx.table, ctx.organizationId, strategyId))) {
      const why = `There is no dispatch strategy "${strategyId}". GET /v1/options_group lists them.`;
      const field = 'preferences.defaultDispatchStrategyId';
      return validationErrors(`The request is not valid: ${field}: ${why}`, { fields: { [field]: why } });
    }
    const change = given({ name, preferences: given({ timeZone, currency, ...preferences }) });
    const changed = await changeOrganization(
      ctx,
      ctx.origin,
      change as OrganizationChange,
      ctx.expectedVersion,
    );
    return isRefusal(changed) ? changed : renderOrganization(changed);
  },
});

/** The fields of an object that were sent. */
function given<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, name === 'executeViews' ? given(value) : value]),
  ) as Partial<Fields>;
}
