import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../platform/core/expected-version.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Origin } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create, type Stored, save, type Table } from '../../platform/table/index.ts';
import { type Product, productEntity, productIdentifierEntity } from './product.ts';
import { findProducts } from './read-products.ts';

/** A product as callers send it. */
export interface ProductInput extends Omit<Product, 'organizationId' | 'id' | 'createdAt' | 'updatedAt'> {
  /** Version on which the change is based. */
  readonly version?: number | undefined;
}

/** Products written at the same time. */
const WIDTH = 10;

/**
 * Creates products, or replaces those that have the external identifiers. Rows with the same identifier are
 * written one after the other; the last one wins.
 */
export async function saveProducts(
  deps: CoreDeps,
  origin: Origin,
  inputs: readonly ProductInput[],
): Promise<readonly Stored<Product>[] | Refusal> {
  const stale = await refuseStale(deps.table, origin.organizationId, inputs);
  if (stale) return stale;
  const rows = inputs.map((input, index) => ({ input, index, newId: deps.ids.next('prd') }));
  const groups = Map.groupBy(rows, ({ input, newId }) => input.externalIdentifier ?? newId);
  const saved: (Stored<Product> | Refusal)[] = [];
  await mapConcurrently([...groups.values()], WIDTH, async (group) => {
    for (const { input, index, newId } of group) saved[index] = await saveProduct(deps, origin, input, newId);
  });
  const done: Stored<Product>[] = [];
  for (const one of saved) {
    if (isRefusal(one)) return one;
    done.push(one);
  }
  return done;
}

/** Refuses all rows when one is based on another version than the current one. No call when none names a version. */
async function refuseStale(
  table: Table,
  organizationId: string,
  inputs: readonly ProductInput[],
): Promise<Refusal | undefined> {
  const based = inputs.filter(({ version }) => version !== undefined);
  const found = await findProducts(
    table,
    organizationId,
    based.map(({ externalIdentifier }) => ({ externalId: externalIdentifier ?? undefined })),
  );
  for (const [index, { version }] of based.entries()) {
    const stale = refuseOtherVersion(version, found[index] ?? { version: 0 });
    if (stale) return stale;
  }
  return undefined;
}

async function saveProduct(
  deps: CoreDeps,
  origin: Origin,
  { version, ...input }: ProductInput,
  newId: string,
): Promise<Stored<Product> | Refusal> {
  const { organizationId } = origin;
  const { externalIdentifier } = input;
  return commit(deps, { what: 'product', id: externalIdentifier ?? newId }, async () => {
    const claim =
      externalIdentifier === null
        ? undefined
        : await deps.table.get(productIdentifierEntity, { organizationId, externalIdentifier });
    const id = claim?.value.productId ?? newId;
    const before = await deps.table.get(productEntity, { organizationId, id });
    const stale = version === undefined ? undefined : refuseOtherVersion(version, before ?? { version: 0 });
    if (stale) return stale;
    const now = toInstant(deps.clock.now());
    const next = { ...input, organizationId, id, createdAt: before?.value.createdAt ?? now, updatedAt: now };
    const outcome = await deps.table.write([
      save(productEntity, before, next),
      ...(externalIdentifier !== null && !claim
        ? [create(productIdentifierEntity, { organizationId, externalIdentifier, productId: id })]
        : []),
      auditedChange(origin, {
        entityType: 'product',
        entityId: id,
        action: before ? 'updated' : 'created',
        at: now,
        before: before?.value ?? null,
        after: next,
        isConfiguration: false,
      }),
    ]);
    return outcome.ok ? { value: next, version: (before?.version ?? 0) + 1 } : undefined;
  });
}
