import type { ComponentType } from 'preact';
import { lazy, Suspense } from 'preact/compat';
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
