import { join } from 'node:path';
import { amazonMapStyle, type MapStyle } from '../../../lib/engines/map-style/index.ts';
import { type FetchJson, fetchJson, signInIssuers } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import {
  type CoreDeps,
  coreDeps,
  MAP_KEY_VARIABLE,
  requireVariable,
} from '../../../lib/platform/runtime/index.ts';
import { bucketAddress } from '../../../lib/platform/storage/index.ts';
import { filesIn, type PackedFiles } from '../../compose/packed-files.ts';
import { CONSOLE_FOLDER, DRIVER_APP_FOLDER } from '../../compose/packed-folders.ts';

/** What the endpoints of the console need. */
export interface ConsoleDeps extends CoreDeps {
  readonly files: PackedFiles;
  /** Those of the driver's app. */
  readonly driverFiles: PackedFiles;
  /** Issuer that signs in users of the console, and the client of its tokens; undefined = none. */
  readonly signIn: { readonly issuer: string; readonly clientId: string } | undefined;
  readonly mapStyle: MapStyle;
  /** Where the page uploads files. */
  readonly bucketOrigin: string;
  readonly fetchJson: FetchJson;
}

export const consoleEndpoint = endpointFor<ConsoleDeps>();

/** The dependencies from the environment. */
export function consoleDeps(): ConsoleDeps {
  const [first] = signInIssuers(process.env);
  const [clientId] = first?.audience ?? [];
  const core = coreDeps();
  return {
    ...core,
    files: filesIn(join(__dirname, CONSOLE_FOLDER)),
    driverFiles: filesIn(join(__dirname, DRIVER_APP_FOLDER)),
    signIn: first && clientId !== undefined ? { issuer: first.issuer, clientId } : undefined,
    mapStyle: mapStyleOf(core.log),
    bucketOrigin: new URL(bucketAddress()).origin,
    fetchJson,
  };
}

/** The operator's own style, that of Amazon Location by the installation's key, or none. */
function mapStyleOf(log: CoreDeps['log']): MapStyle {
  const chosen = process.env.MAP_STYLE_URL ?? '';
  const keyName = process.env[MAP_KEY_VARIABLE];
  if (chosen !== '' || keyName === undefined) return async () => chosen;
  return amazonMapStyle({ log, keyName, region: requireVariable('AWS_REGION') });
}
