import { describe, expect, it } from 'vitest';
import { openUpload } from '../../../../../lib/operations/uploads/open-upload.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import { memoryBucket } from '../../../../support/memory-bucket.ts';

describe('43 4 the size of a file', () => {
  it('refuses one of 100 MB before any of it is read', async () => {
    let reads = 0;
    const bucket = {
      ...memoryBucket(),
      head: async () => ({ sizeBytes: 100 * 1024 * 1024, contentType: 'text/csv' }),
      stream: async () => {
        reads += 1;
        return undefined;
      },
    };
    const upload = { organizationId: 'org_test', id: 'upl_1' };
    const opened = await openUpload({ bucket }, upload, { timeZone: 'UTC' }, 0);
    expect(isRefusal(opened) && opened.message).toContain('104857600 bytes, but at most 67108864');
    expect(reads).toBe(0);
  });
});
