import { join } from 'node:path';
import { type FetchJson, fetchJson, signInIssuers } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
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
  /** Address of the map style; empty = the plain map that comes with the console. */
  readonly mapStyleUrl: string;
  /** Where the page uploads files. */
  readonly bucketOrigin: string;
  readonly fetchJson: FetchJson;
}

export const consoleEndpoint = endpointFor<ConsoleDeps>();

/** The dependencies from the environment. */
export function consoleDeps(): ConsoleDeps {
  const [first] = signInIssuers(process.env);
  const [clientId] = first?.audience ?? [];
  return {
    ...coreDeps(),
    files: filesIn(join(__dirname, CONSOLE_FOLDER)),
    driverFiles: filesIn(join(__dirname, DRIVER_APP_FOLDER)),
    signIn: first && clientId !== undefined ? { issuer: first.issuer, clientId } : undefined,
    mapStyleUrl: process.env.MAP_STYLE_URL ?? '',
    bucketOrigin: new URL(bucketAddress()).origin,
    fetchJson,
  };
}
