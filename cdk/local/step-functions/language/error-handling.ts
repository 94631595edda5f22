import { compileResultPath } from './data-flow.ts';
import type { Catcher, Retrier } from './state.ts';
import type { StateFields } from './state-fields.ts';

/** Reads Retry. Defaults of the ASL specification: 1 s, 3 attempts, rate 2. Throws DefinitionError. */
export function compileRetriers(fields: StateFields): readonly Retrier[] {
  return fields.inners('Retry').map((retry) => {
    const jitter = retry.optionalText('JitterStrategy') ?? 'NONE';
    if (jitter !== 'NONE' && jitter !== 'FULL') throw retry.fail('JitterStrategy must be NONE or FULL');
    const retrier: Retrier = {
      errorEquals: retry.texts('ErrorEquals'),
      intervalSeconds: retry.optionalNumber('IntervalSeconds', 1) ?? 1,
      maxAttempts: retry.optionalNumber('MaxAttempts', 0) ?? 3,
      backoffRate: retry.optionalNumber('BackoffRate', 1) ?? 2,
      maxDelaySeconds: retry.optionalNumber('MaxDelaySeconds', 1) ?? Number.POSITIVE_INFINITY,
      fullJitter: jitter === 'FULL',
    };
    retry.done();
    return Object.freeze(retrier);
  });
}

/** Seconds before attempt `retryCount + 1` of a retrier; `fraction` is random, for full jitter. */
export function retryDelaySeconds(retrier: Retrier, retryCount: number, fraction: number): number {
  const delay = Math.min(
    retrier.intervalSeconds * retrier.backoffRate ** retryCount,
    retrier.maxDelaySeconds,
  );
  return retrier.fullJitter ? delay * fraction : delay;
}

/** Reads Catch. Throws DefinitionError. */
export function compileCatchers(fields: StateFields): readonly Catcher[] {
  return fields.inners('Catch').map((entry) => {
    const place = compileResultPath(entry);
    const catcher: Catcher = {
      errorEquals: entry.texts('ErrorEquals'),
      next: entry.text('Next'),
      output: (environment, error) =>
        place(environment.input, { Error: error.error, Cause: error.causeText }),
    };
    entry.done();
    return Object.freeze(catcher);
  });
}
