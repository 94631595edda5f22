import { guardedRequest } from '../../../lib/platform/core/guarded-request.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import type { PhotoDeps, ReviewerDeps } from '../../../lib/reactions/reviews/index.ts';
import { installedModel } from '../../compose/installed-model.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';

/** What reviews of deliveries and photos need. */
export interface AiDeps extends CoreDeps, PhotoDeps, ReviewerDeps {}

/** An endpoint of the area of reviews. */
export const aiEndpoint = endpointFor<AiDeps>();

/** The dependencies from the environment. */
export function aiDeps(): AiDeps {
  const core = coreDeps();
  const { model } = installedModel();
  return {
    ...core,
    table: core.table,
    bucket: s3Bucket(core.clock),
    send: guardedRequest(destinationPolicy()),
    model,
  };
}
