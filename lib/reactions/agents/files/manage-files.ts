import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, save } from '../../../platform/table/index.ts';
import { readAgent } from '../manage-agents.ts';
import { agentFileInvalid, agentFileNotFound } from '../refusals.ts';
import {
  type AgentFile,
  agentFileContentEntity,
  agentFileEntity,
  agentFileVersionEntity,
  filesPartition,
  MAX_ALL_CHARACTERS,
  MAX_FILES,
  versionsPartition,
} from './agent-file.ts';

/** A file of an agent. */
export type FilePlace = Pick<AgentFile, 'organizationId' | 'agentId' | 'name'>;

/** A version with its content. */
export interface FileWithContent {
  readonly file: AgentFile;
  readonly content: string;
}

type FileDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** The files of an agent, by name. */
export async function listFiles(
  { table }: FileDeps,
  organizationId: string,
  agentId: string,
): Promise<readonly AgentFile[] | Refusal> {
  const agent = await readAgent(table, organizationId, agentId);
  if (isRefusal(agent)) return agent;
  return (await presentFiles({ table }, organizationId, agentId)).filter(({ isDeleted }) => !isDeleted);
}

async function presentFiles({ table }: Pick<FileDeps, 'table'>, organizationId: string, agentId: string) {
  const aggregate = await table.readAggregate(filesPartition(organizationId, agentId));
  return aggregate.all(agentFileEntity).map(({ value }) => value);
}

/** Saves a file as its next version; every earlier one is kept (specification 9.3). */
export function saveFile(
  deps: FileDeps,
  place: FilePlace,
  content: string,
  by: string,
  expectedVersion?: number,
): Promise<AgentFile | Refusal> {
  const saved = { content, by, isDeleted: false, restoredFrom: null };
  return addVersion(deps, place, saved, expectedVersion);
}

/** Deletes a file; its versions are kept and can be restored. */
export async function deleteFile(
  deps: FileDeps,
  place: FilePlace,
  by: string,
  expectedVersion?: number,
): Promise<AgentFile | Refusal> {
  const present = await readFile(deps, place);
  if (isRefusal(present)) return present;
  const saved = { content: '', by, isDeleted: true, restoredFrom: null };
  return addVersion(deps, place, saved, expectedVersion);
}

/** Restores an earlier version as the next one. */
export async function restoreFile(
  deps: FileDeps,
  place: FilePlace,
  version: number,
  by: string,
  expectedVersion?: number,
): Promise<AgentFile | Refusal> {
  const earlier = await readFile(deps, place, version);
  if (isRefusal(earlier)) return earlier;
  const saved = { content: earlier.content, by, isDeleted: false, restoredFrom: version };
  return addVersion(deps, place, saved, expectedVersion);
}

/** A file with its content: the current one, or that of a version. */
export async function readFile(
  { table }: Pick<FileDeps, 'table'>,
  place: FilePlace,
  version?: number,
): Promise<FileWithContent | Refusal> {
  const head = (await table.get(agentFileEntity, place))?.value;
  const wanted = version ?? head?.fileVersion ?? 0;
  const [kept] =
    head && wanted === head.fileVersion
      ? [head]
      : (
          await table.readLog(agentFileVersionEntity, versionsPartition(place), {
            limit: MAX_VERSIONS,
            newestFirst: true,
          })
        )
          .map(({ value }) => value)
          .filter(({ fileVersion }) => fileVersion === wanted);
  if (!head || !kept || kept.isDeleted) {
    const what = version === undefined ? '' : ` in version ${version}`;
    return agentFileNotFound(`The agent has no file "${place.name}"${what}.`, { name: place.name, version });
  }
  const content = (await table.get(agentFileContentEntity, { ...place, fileVersion: wanted }))?.value.content;
  return { file: kept, content: content ?? '' };
}

/** Versions of a file that a list shows. */
const MAX_VERSIONS = 1_000;

/** Every version of a file, newest first. */
export async function listVersions(
  { table }: FileDeps,
  place: FilePlace,
): Promise<readonly AgentFile[] | Refusal> {
  const found = await table.readLog(agentFileVersionEntity, versionsPartition(place), {
    limit: MAX_VERSIONS,
    newestFirst: true,
  });
  if (found.length > 0) return found.map(({ value }) => value);
  return agentFileNotFound(`The agent has no file "${place.name}".`, { name: place.name });
}

async function addVersion(
  { table, clock }: FileDeps,
  place: FilePlace,
  saved: Pick<AgentFile, 'isDeleted' | 'restoredFrom'> & { readonly content: string; readonly by: string },
  expectedVersion: number | undefined,
): Promise<AgentFile | Refusal> {
  const agent = await readAgent(table, place.organizationId, place.agentId);
  if (isRefusal(agent)) return agent;
  const { content, by, isDeleted, restoredFrom } = saved;
  return commit({ clock }, { what: 'agent file', id: place.name }, async () => {
    const stored = await table.get(agentFileEntity, place);
    const version = stored?.value.fileVersion ?? 0;
    const stale = refuseOtherVersion(expectedVersion, { version });
    if (stale) return stale;
    const others = (await presentFiles({ table }, place.organizationId, place.agentId)).filter(
      ({ name, isDeleted: isGone }) => name !== place.name && !isGone,
    );
    const all = others.reduce((sum, { characters }) => sum + characters, content.length);
    if (!isDeleted && (others.length >= MAX_FILES || all > MAX_ALL_CHARACTERS)) {
      return agentFileInvalid(
        `The agent would have ${others.length + 1} files with ${all} characters. It can have at most ${MAX_FILES} files with ${MAX_ALL_CHARACTERS} characters in total. Shorten or delete one.`,
        { files: others.length + 1, characters: all },
      );
    }
    const { organizationId, agentId, name } = place;
    const next: AgentFile = {
      organizationId,
      agentId,
      name,
      fileVersion: version + 1,
      characters: content.length,
      isDeleted,
      savedAt: toInstant(clock.now()),
      savedBy: by,
      restoredFrom,
    };
    const written = await table.write([
      save(agentFileEntity, stored, next),
      create(agentFileVersionEntity, next),
      create(agentFileContentEntity, {
        organizationId,
        agentId,
        name,
        fileVersion: next.fileVersion,
        content,
      }),
    ]);
    if (written.ok) return next;
  });
}
