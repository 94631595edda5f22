import { inject } from 'vitest';
import type { CloudOptions } from '../../cdk/local/cloud.ts';
import { runCloud, type TestCloud } from './running-cloud.ts';

export type { Answer, RequestOptions, Tenant, TestCloud } from './running-cloud.ts';

/** Starts a local cloud from the assembly that the scenarios' global set-up has made; see `runCloud`. */
export function testCloud(options: Pick<CloudOptions, 'dataDirectory' | 'meter'> = {}): Promise<TestCloud> {
  return runCloud({ assemblyDirectory: inject('assemblyDirectory'), ...options });
}
