import type { Stacks } from './synthesize-quickly.ts';

/** The bounds of a queue and its function, from a template. */
export interface DeployedStage {
  readonly name: string;
  /** Invocations at once. */
  readonly atOnce: number;
  /** Concurrency reserved for it; 0 = it shares the account's. */
  readonly reserved: number;
  readonly batchSize: number;
}

/** Context of an installation for production. */
export const PRODUCTION = Object.freeze({ stage: 'prod', alarmEmail: 'ops@example.com' });

/** The bounds of these workers in the stacks of `PRODUCTION`. */
export function deployedStages(
  stacks: Pick<Stacks, 'resources'>,
  names: readonly string[],
): readonly DeployedStage[] {
  const sources = stacks.resources('AWS::Lambda::EventSourceMapping');
  const functions = stacks.resources('AWS::Lambda::Function');
  return names.map((name) => {
    const deployed = functions.find(({ Properties }) => Properties?.FunctionName === `delivery-prod-${name}`);
    const source = sources.find(
      ({ Properties }) => JSON.stringify(Properties?.FunctionName) === `{"Ref":"${deployed?.logicalId}"}`,
    );
    const scaling = { ...(source?.Properties?.ScalingConfig as object) } as { MaximumConcurrency?: number };
    return {
      name,
      atOnce: Number(scaling.MaximumConcurrency),
      reserved: Number(deployed?.Properties?.ReservedConcurrentExecutions ?? 0),
      batchSize: Number(source?.Properties?.BatchSize),
    };
  });
}
