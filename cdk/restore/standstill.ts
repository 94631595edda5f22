import * as z from 'zod';
import { mapConcurrently } from '../../lib/platform/core/map-concurrently.ts';
import type { CallAws } from '../aws-cli.ts';
import { AUTHORIZER, areaFunction, ROUTER } from '../fixed-functions.ts';
import type { Units } from '../units.ts';

/** A function of an installation, with the invocations that are reserved for it. */
interface Stopped {
  readonly name: string;
  readonly reserved: number | undefined;
}

/** Functions that are changed in parallel: Lambda takes some fifteen changes a second. */
const WIDTH = 5;

/** Every function of an installation: nothing else of it writes. */
export function functionsIn(prefix: string, { areas, queueWorkers, taskWorkers }: Units): readonly Stopped[] {
  return [
    { name: AUTHORIZER.name, reserved: AUTHORIZER.reservedConcurrency },
    { name: ROUTER.name, reserved: undefined },
    ...areas.map(({ name }) => ({ name: areaFunction(name), reserved: undefined })),
    ...[...queueWorkers, ...taskWorkers].map(({ name, reservedConcurrency: reserved }) => ({
      name,
      reserved,
    })),
  ].map(({ name, reserved }) => ({ name: `${prefix}-${name}`, reserved }));
}

/**
 * Stops everything that writes: routes with and without a key, timers, queues, schedules and state machines. First the
 * queues and the stream, whose messages would otherwise be received in vain and become dead letters; then every function
 * loses its concurrency. Repeating it does no harm.
 */
export async function stopAll(call: CallAws, functions: readonly Stopped[]): Promise<void> {
  await mapConcurrently(functions, WIDTH, ({ name }) => setSources(call, name, 'no-enabled'));
  await mapConcurrently(functions, WIDTH, ({ name }) =>
    call('lambda', 'put-function-concurrency', {
      'function-name': name,
      'reserved-concurrent-executions': '0',
    }),
  );
}

/** Starts everything again, queues and stream last. `reserves` as the setting `reserveConcurrency`. */
export async function startAll(
  call: CallAws,
  functions: readonly Stopped[],
  { reserves }: { readonly reserves: boolean },
): Promise<void> {
  await mapConcurrently(functions, WIDTH, ({ name, reserved }) =>
    reserves && reserved !== undefined
      ? call('lambda', 'put-function-concurrency', {
          'function-name': name,
          'reserved-concurrent-executions': String(reserved),
        })
      : call('lambda', 'delete-function-concurrency', { 'function-name': name }),
  );
  await mapConcurrently(functions, WIDTH, ({ name }) => setSources(call, name, 'enabled'));
}

const MAPPINGS = z.object({ EventSourceMappings: z.array(z.object({ UUID: z.string() })) });

/** Lets the queues and the stream of a function call it, or not. */
async function setSources(call: CallAws, name: string, to: 'enabled' | 'no-enabled'): Promise<void> {
  const reply = await call('lambda', 'list-event-source-mappings', { 'function-name': name });
  for (const { UUID } of MAPPINGS.parse(reply).EventSourceMappings)
    await call('lambda', 'update-event-source-mapping', { uuid: UUID, [to]: true });
}
