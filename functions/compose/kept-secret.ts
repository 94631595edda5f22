import { systemClock } from '../../lib/platform/core/clock.ts';
import { SECRET_KEPT_MS, type Secret } from '../../lib/platform/runtime/index.ts';
import { readSecret } from './read-secret.ts';

/** Reads a secret of the installation from Secrets Manager when it is needed, and keeps it for `SECRET_KEPT_MS`. */
export function keptSecret<Value>(secret: Secret, parse: (text: string) => Value): () => Promise<Value> {
  let kept: { readonly value: Promise<Value>; readonly until: number } | undefined;
  return () => {
    const now = systemClock.now();
    if (kept && now < kept.until) return kept.value;
    const value = readSecret(secret)
      .then(parse)
      .catch((error) => {
        // A failed read is not remembered: the next call tries again.
        kept = undefined;
        throw error;
      });
    kept = { value, until: now + SECRET_KEPT_MS };
    return value;
  };
}
