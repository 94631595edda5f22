import type { Values } from './form.tsx';

/** The values that were filled in. */
export function given(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  );
}
