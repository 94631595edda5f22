import { digest } from '../../platform/core/ids.ts';

/** Seven digits from the job's id: short enough to read out, not unique (specification 2.3). */
export function shortReferenceCode(jobId: string): string {
  const number = BigInt(`0x${Buffer.from(digest('short-reference-code', jobId)).toString('hex')}`);
  return String(number % 10_000_000n).padStart(7, '0');
}
