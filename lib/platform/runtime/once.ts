import { isRunningInLambda } from './environment.ts';

/**
 * Builds dependencies once: at load inside Lambda, where start-up has the full processor; on first use elsewhere, so
 * that the stack and the generators can import entry files without an environment.
 */
export function once<Deps>(make: () => Deps): () => Deps {
  let made: { deps: Deps } | undefined;
  const get = () => {
    made ??= { deps: make() };
    return made.deps;
  };
  if (isRunningInLambda()) get();
  return get;
}
