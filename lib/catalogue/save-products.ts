import { auditedChange } from '../audit/index.ts';
import { toInstant } from '../core/clock.ts';
import type { Origin } from '../core/origin.ts';
import { isRefusal, type Refusal } from '../core/refusal.ts';
import { retryLostRaces } from '../core/retry-lost-races.ts';
import { sideBySide } from '../core/side-by-side.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { create, type Stored, save } from '../table/index.ts';
import { type Product, productEntity, productIdentifierEntity } from './product.ts';
import { catalogueContention } from './refusals.ts';

/** A product as callers send it. */
export type ProductInput = Omit<Product, 'organizationId' | 'id' | 'createdAt' | 'updatedAt'>;

/** Products written at the same time. */
const WIDTH = 10;

const TRIES = 8;

/**
 * Creates products, or replaces those that have the external identifiers. Rows of one identifier are written one after
 * the other; the last one holds.
 */
export async function saveProducts(
  deps: CoreDeps,
  origin: Origin,
  inputs: readonly ProductInput[],
): Promise<readonly Stored<Product>[] | Refusal> {
  const rows = inputs.map((input, index) => ({ input, index, newId: deps.ids.next('prd') }));
  const groups = Map.groupBy(rows, ({ input, newId }) => input.externalIdentifier ?? newId);
  const saved: (Stored<Product> | Refusal)[] = [];
  await sideBySide([...groups.values()], WIDTH, async (group) => {
    for (const { input, index, newId } of group) saved[index] = await saveProduct(deps, origin, input, newId);
  });
  const done: Stored<Product>[] = [];
  for (const one of saved) {
    if (isRefusal(one)) return one;
    done.push(one);
  }
  return done;
}

async function saveProduct(
  deps: CoreDeps,
  origin: Origin,
  input: ProductInput,
  newId: string,
): Promise<Stored<Product> | Refusal> {
  const { organizationId } = origin;
  const { externalIdentifier } = input;
  const saved = await retryLostRaces(TRIES, async () => {
    const claim =
      externalIdentifier === null
        ? undefined
        : await deps.table.get(productIdentifierEntity, { organizationId, externalIdentifier });
    const id = claim?.value.productId ?? newId;
    const before = await deps.table.get(productEntity, { organizationId, id });
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
  return (
    saved ??
    catalogueContention(
      `Product "${externalIdentifier ?? newId}" is being changed by others; send the request again.`,
    )
  );
}
