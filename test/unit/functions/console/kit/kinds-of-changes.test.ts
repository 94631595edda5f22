import { expect, it } from 'vitest';
import { RIGHTS } from '../../../../../functions/console/kit/kinds-of-changes.ts';
import { PERMISSION_OF } from '../../../../../lib/platform/changes/change-note.ts';

it('44 7 the console follows the kinds that the service reports, with the rights that the service asks for', () => {
  expect(RIGHTS).toEqual(PERMISSION_OF);
});
