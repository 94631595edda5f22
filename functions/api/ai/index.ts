import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { type AiDeps, aiDeps } from './deps.ts';
import { detectDropoffAnomaly } from './detect-dropoff-anomaly.ts';
import { maskFaceInPhoto } from './mask-face-in-photo.ts';
import { verifyPhoto } from './verify-photo.ts';

/** Reviews of deliveries and their photos. */
export const aiArea = defineArea<AiDeps>({
  name: 'ai',
  endpoints: [verifyPhoto, detectDropoffAnomaly, maskFaceInPhoto],
  routesOf: routesOfGroups,
  uses: { table: 'readWrite', bucket: 'readWrite', models: true },
});

export const handler = serveArea(aiArea, aiDeps);
