import { type ActivityActor, maySeeActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { create, type Stored } from '../../platform/table/index.ts';
import { uploadNotFound } from './refusals.ts';
import { type Upload, uploadEntity } from './upload.ts';

export type UploadDeps = Pick<CoreDeps, 'table' | 'clock' | 'ids' | 'log'> & { readonly bucket: Bucket };

/** Who uploads. */
export interface UploadCaller extends ActivityActor {
  readonly keyId: string;
}

/** Creates an upload, whose file is then put to the link. A repeated request finds what its first attempt created. */
export async function createUpload(
  { table, clock, ids }: Pick<UploadDeps, 'table' | 'clock' | 'ids'>,
  caller: UploadCaller,
  asked: Pick<Upload, 'kind' | 'fileName'>,
): Promise<Upload> {
  const { organizationId, storeLocationIds, driverGroupIds } = caller;
  const upload: Upload = {
    ...{ organizationId, id: ids.next('upl'), ...asked },
    createdAt: toInstant(clock.now()),
    createdBy: caller.keyId,
    storeLocationIds: storeLocationIds && [...storeLocationIds],
    driverGroupIds: driverGroupIds && [...driverGroupIds],
    activityId: null,
  };
  await table.write([create(uploadEntity, upload)]);
  return upload;
}

/** An upload that the caller may see. 1 call. */
export async function readUpload(
  { table }: Pick<UploadDeps, 'table'>,
  actor: ActivityActor,
  id: string,
): Promise<Stored<Upload> | Refusal> {
  const stored = await table.get(uploadEntity, { organizationId: actor.organizationId, id });
  return stored && maySeeActivity(actor, stored.value)
    ? stored
    : uploadNotFound(`There is no upload with the id "${id}".`, { id });
}
