import * as z from 'zod';
import { type Clock, toInstant } from '../../platform/core/clock.ts';
import { create, defineEntity, replace, type Stored, type Table } from '../../platform/table/index.ts';

const circuitSchema = z.object({
  organizationId: z.string(),
  providerId: z.string(),
  /** Consecutive calls without an answer. */
  failures: z.int(),
  /** No call is made before this instant; null while the circuit is closed. */
  openUntil: z.string().nullable(),
});

type Circuit = z.infer<typeof circuitSchema>;

/** Recent state of a partner, shared by every function instance. */
export const circuitEntity = defineEntity<Circuit, Pick<Circuit, 'organizationId' | 'providerId'>>({
  name: 'providerCircuit',
  schema: circuitSchema,
  partition: ({ organizationId, providerId }) => ({
    organizationId,
    type: 'providerCircuit',
    id: providerId,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** Consecutive failures that open the circuit. */
export const FAILURES_THAT_OPEN = 5;

/** Pause after which one call tries a partner that is down. Milliseconds. */
export const OPEN_MS = 30_000;

/** The partner was not called, because it did not answer recently. */
export class CircuitOpen extends Error {
  constructor(name: string, until: string) {
    super(`${name} has not answered recently and is not called until ${until}.`);
    this.name = 'CircuitOpen';
  }
}

/**
 * Makes a call unless the partner is known to be down. After the pause, one call of all instances tries it: the one
 * that wins a conditional write. Any result of `call` is an answer, even a refusal; an exception is a failure. Costs
 * one read, and one write when something changes.
 */
export async function throughCircuit<Answer>(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  partner: { readonly organizationId: string; readonly providerId: string; readonly name: string },
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { organizationId, providerId, name } = partner;
  const stored = await table.get(circuitEntity, { organizationId, providerId });
  const openUntil = stored?.value.openUntil ?? null;
  if (openUntil !== null) {
    if (openUntil > toInstant(clock.now())) throw new CircuitOpen(name, openUntil);
    const until = toInstant(clock.now() + OPEN_MS);
    const probe = stored && (await write(table, stored, { ...stored.value, openUntil: until }));
    if (!probe) throw new CircuitOpen(name, until);
  }
  try {
    const answer = await call();
    if ((stored?.value.failures ?? 0) > 0) await settle(0);
    return answer;
  } catch (error) {
    await settle(1);
    throw error;
  }

  /** Counts a failure or resets the count. If another call was faster, it had the same knowledge or newer. */
  async function settle(outages: 0 | 1): Promise<void> {
    const now = await table.get(circuitEntity, { organizationId, providerId });
    const failures = outages === 0 ? 0 : (now?.value.failures ?? 0) + 1;
    const isOpen = failures >= FAILURES_THAT_OPEN;
    const next = {
      organizationId,
      providerId,
      failures,
      openUntil: isOpen ? toInstant(clock.now() + OPEN_MS) : null,
    };
    if (now) await write(table, now, next);
    else await table.write([create(circuitEntity, next)]);
  }
}

async function write(table: Table, stored: Stored<Circuit>, next: Circuit): Promise<boolean> {
  return (await table.write([replace(circuitEntity, stored, next)])).ok;
}
