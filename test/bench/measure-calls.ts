import { runCloud } from '../support/running-cloud.ts';
import { bundleFunctions } from './bundle-functions.ts';
import { type CountedCalls, countCalls } from './count-calls.ts';
import { FLEET_OPERATIONS } from './fleet-operations.ts';
import { type CallBound, OPERATIONS } from './operations.ts';

/** DynamoDB calls of one function for one operation. */
export interface MeasuredCalls extends CountedCalls {
  readonly operation: string;
  /** Bundle name. */
  readonly functionName: string;
  readonly bound: CallBound | undefined;
  readonly isWithinBound: boolean;
}

/** Runs every operation once, one after the other, on a local cloud in memory, and counts. */
export async function measureCalls(assemblyDirectory: string): Promise<readonly MeasuredCalls[]> {
  const counter = countCalls();
  const local = await runCloud({ assemblyDirectory, meter: counter.meter });
  try {
    const functions = bundleFunctions(local.cloud.resources);
    const { organizationId, apiKey } = await local.tenant();
    const world = { local, organizationId, key: apiKey, made: new Map<string, string>() };
    const measured: MeasuredCalls[] = [];
    for (const { name, functions: bounds, run } of [...OPERATIONS, ...FLEET_OPERATIONS]) {
      await local.untilIdle();
      counter.reset();
      await run(world);
      await local.untilIdle();
      for (const [functionName, bound] of Object.entries(bounds)) {
        const counted = counter.of(functions.get(functionName)?.physicalName ?? '');
        const isWithinBound =
          bound === undefined || (counted.reads <= bound.reads && counted.writes <= bound.writes);
        measured.push({ operation: name, functionName, bound, isWithinBound, ...counted });
      }
    }
    return measured;
  } finally {
    await local.stop();
  }
}
