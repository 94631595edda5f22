import { describe, expect, it } from 'vitest';
import { storedPackageSchema } from '../../../../../lib/fulfilment/jobs/package.ts';
import { anyPackage } from '../../../../support/builders/any-job.ts';

describe('2.5 a stored package', () => {
  it('that is older than a field reads as if nothing was given for it', () => {
    const { referenceId: _, requirements: _requirements, dropoffLocation, ...older } = anyPackage();
    const { email: _email, ...place } = dropoffLocation;
    expect(storedPackageSchema.parse({ ...older, dropoffLocation: place })).toEqual(anyPackage());
  });

  it('that is not an object is refused', () => {
    expect(storedPackageSchema.safeParse(null).success).toBe(false);
  });
});
