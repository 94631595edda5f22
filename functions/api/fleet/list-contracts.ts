import * as z from 'zod';
import { type ContractPlace, contractIdOf, listContracts as list } from '../../../lib/fleet/fleet/index.ts';
import { OWN_FLEET } from '../../../lib/fleet/own-fleet/provider/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import {
  booleanParameter,
  inBothSpellings,
  instantReply,
  limitParameter,
  shortText,
  snakeCase,
  withBothSpellings,
} from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';

const contract = inBothSpellings(
  'Contract',
  {
    contractId: z.string(),
    firstVersionContractId: z.string(),
    nextVersionContractId: z.string().nullable(),
    prevVersionContractId: z.string().nullable().optional(),
    version: z.int(),
    displayName: z.string(),
    isActive: z.boolean(),
    currency: z.string().meta({ description: 'Currency of the organization.' }),
    providerId: z.string(),
    providerName: z.string(),
    externalIdentifier: z.string().nullable(),
    createdAt: instantReply,
    createdBy: z.string().nullable().optional(),
  },
  snakeCase,
);

/** The place of a cursor; undefined when it is none of this list. */
function placeOf(cursor: string): ContractPlace | undefined {
  const [, groupId, version] = /^(cntr_[0-9A-Z]+)v(\d{1,9})$/.exec(cursor) ?? [];
  return groupId === undefined ? undefined : { groupId, contractVersion: Number(version) };
}

function foreignCursor(cursor: string): Refusal {
  const why = `"${cursor}" is not a cursor of this list.`;
  return validationErrors(
    `The request is not valid: cursor: ${why} Send nextCursor of the page before, or none.`,
    { fields: { cursor: why } },
  );
}

const yes = booleanParameter.default(true);

export const listContracts = fleetEndpoint({
  name: 'listContracts',
  method: 'GET',
  path: '/v1/contracts',
  area: 'Fleet',
  summary: 'List contracts',
  description:
    'A contract is a version of a driver group: every change of its name or state creates one. Groups come newest first, ' +
    'and the versions of each from the latest to the oldest.',
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  query: z.object({
    active_only: yes.meta({ description: 'Only active contracts; default true.' }),
    only_latest_version: yes.meta({ description: 'Only the latest version of each; default true.' }),
    provider_id: z.string().optional().meta({ description: 'Only contracts of this provider.' }),
    include: z
      .enum(['summary', 'details'])
      .default('summary')
      .meta({ description: '`details` adds who created a version and which one it follows.' }),
    limit: limitParameter({ fallback: 100, max: 500 }),
    cursor: shortText(100).optional().meta({ description: '`nextCursor` of the previous page.' }),
  }),
  reply: z.object({
    contracts: z.array(contract),
    nextCursor: z.string().nullable(),
    next_cursor: z.string().nullable().meta({ description: '`nextCursor` in the spelling of the contract.' }),
  }),
  replyExample: {
    contracts: [
      withBothSpellings(
        {
          contractId: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
          firstVersionContractId: 'cntr_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
          nextVersionContractId: null,
          version: 1,
          displayName: 'North depot',
          isActive: true,
          currency: 'USD',
          providerId: OWN_FLEET.id,
          providerName: OWN_FLEET.name,
          externalIdentifier: 'north-depot',
          createdAt: '2026-03-05T01:11:51.000Z',
        },
        snakeCase,
      ),
    ],
    nextCursor: null,
    next_cursor: null,
  },
  refusals: [validationErrors],
  async handle({ input: { query }, ctx }) {
    const after = query.cursor === undefined ? undefined : placeOf(query.cursor);
    if (query.cursor !== undefined && !after) return foreignCursor(query.cursor);
    if (query.provider_id !== undefined && query.provider_id !== OWN_FLEET.id) {
      return { contracts: [], nextCursor: null, next_cursor: null };
    }
    const page = await list(ctx.table, editorOf(ctx), {
      limit: query.limit,
      after,
      activeOnly: query.active_only,
      onlyLatestVersion: query.only_latest_version,
    });
    if (!page) return foreignCursor(String(query.cursor));
    const { currency } = await preferencesOf(ctx);
    const contracts = page.rows.map(
      ({ contract: { groupId, contractVersion, ...value }, latestVersion }) => ({
        contractId: contractIdOf(groupId, contractVersion),
        firstVersionContractId: groupId,
        nextVersionContractId:
          contractVersion < latestVersion ? contractIdOf(groupId, contractVersion + 1) : null,
        version: contractVersion,
        displayName: value.name,
        isActive: value.isActive,
        currency,
        providerId: OWN_FLEET.id,
        providerName: OWN_FLEET.name,
        externalIdentifier: value.externalIdentifier,
        createdAt: value.createdAt,
        ...(query.include === 'details'
          ? {
              prevVersionContractId: contractVersion > 1 ? contractIdOf(groupId, contractVersion - 1) : null,
              createdBy: value.createdBy,
            }
          : {}),
      }),
    );
    const nextCursor = page.next && `${page.next.groupId}v${page.next.contractVersion}`;
    return { contracts, nextCursor, next_cursor: nextCursor };
  },
});
