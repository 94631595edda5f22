import type { Report } from '../engine/reports.ts';
import type { KeptFile } from '../engine/store.ts';
import type { Package } from '../engine/work.ts';

/** Notes what the driver did. A step can be undone for ten seconds. */
export type Act = (
  reports: readonly Report[],
  words: string,
  options?: { readonly files?: readonly KeptFile[]; readonly isFinal?: boolean; readonly isSilent?: boolean },
) => Promise<void>;

/** What a panel for one proof gets. */
export interface ProofProps {
  /** Name of the requirement. */
  readonly proof: string;
  readonly deliveryId: string;
  /** Barcodes to expect; none = any. */
  readonly barcodes: readonly string[];
  readonly package: Package;
  readonly minimumAge: number;
  /** Of the package, where there are several. */
  readonly name: string | null | undefined;
  readonly act: Act;
  readonly newId: () => string;
}
