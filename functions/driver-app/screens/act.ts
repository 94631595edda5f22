import type { Report } from '../engine/reports.ts';
import type { KeptFile } from '../engine/store.ts';

/** Notes what the driver did. A step can be undone for ten seconds. */
export type Act = (
  reports: readonly Report[],
  words: string,
  options?: { readonly files?: readonly KeptFile[]; readonly isFinal?: boolean },
) => Promise<void>;
