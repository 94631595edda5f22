import type { ComponentType } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Skeleton } from './ui.tsx';

/** A part of a screen whose file is loaded when it is first shown. */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(() => load().then((part) => ({ default: part }))) as unknown as ComponentType<Props>;
  return (props: Props) => (
    <Suspense fallback={<Skeleton lines={4} />}>
      <Part {...props} />
    </Suspense>
  );
}

/**
 * Words that are loaded late. `use` loads them, draws again with them, and returns whether that is done; `current` has them,
 * and nothing before, or where they could not be loaded: then the names themselves are shown.
 */
export function lateWords<Words>(load: () => Promise<Words>) {
  let current: Words | undefined;
  return {
    current: () => current,
    use(): boolean {
      const [isDone, setDone] = useState(current !== undefined);
      useEffect(() => {
        if (isDone) return;
        const draw = () => setDone(true);
        load()
          .then((words) => {
            current = words;
          })
          .then(draw, draw);
      }, [isDone]);
      return isDone;
    },
  };
}

/** Carries out a request; its refusal is said as `load`ed, once there is one. */
export async function refusedInWords<Reply>(
  run: () => Promise<Reply>,
  load: () => Promise<(error: unknown) => unknown>,
): Promise<Reply> {
  try {
    return await run();
  } catch (error) {
    throw (await load())(error);
  }
}
