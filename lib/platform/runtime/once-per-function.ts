import { functionName } from './environment.ts';

/**
 * Builds dependencies on first use, for a module that is loaded late. Each function has its own: on a laptop, several
 * functions run in one thread and share such modules, but not the role with which they call AWS.
 */
export function oncePerFunction<Deps extends object>(make: () => Deps): () => Deps {
  const made = new Map<string | undefined, Deps>();
  return () => {
    const name = functionName();
    const deps = made.get(name) ?? make();
    made.set(name, deps);
    return deps;
  };
}
