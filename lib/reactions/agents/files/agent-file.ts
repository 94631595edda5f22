import * as z from 'zod';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

/**
 * Maximum number of files of an agent, and of characters in all of them together: a model reads them with every
 * question.
 */
export const MAX_FILES = 20;
export const MAX_FILE_CHARACTERS = 60_000;
export const MAX_ALL_CHARACTERS = 120_000;

const place = { organizationId: z.string(), agentId: z.string(), name: z.string() };
const saved = {
  characters: z.int(),
  /** This version deleted the file. */
  isDeleted: z.boolean(),
  savedAt: z.string(),
  /** Key or user that saved it. */
  savedBy: z.string(),
  /** Version that was restored as this one; null when the content was sent. */
  restoredFrom: z.int().nullable(),
};

const headSchema = z.object({ ...place, ...saved, fileVersion: z.int() });

/** The current state of a file: its latest version. */
export type AgentFile = z.infer<typeof headSchema>;

type Place = Pick<AgentFile, 'organizationId' | 'agentId' | 'name'>;

/** The files of an agent are in one partition: one Query lists them. */
export const agentFileEntity = defineEntity<AgentFile, Place>({
  name: 'agentFile',
  schema: headSchema,
  partition: ({ organizationId, agentId }) => filesPartition(organizationId, agentId),
  sort: ({ name }) => ({ kind: 'state', parts: [name] }),
  audited: { type: 'agent', id: ({ agentId }) => agentId },
});

export function filesPartition(organizationId: string, agentId: string): Partition {
  return { organizationId, type: 'agentFiles', id: agentId };
}

/** Every version of a file, without its content. */
export const agentFileVersionEntity = defineEntity<AgentFile, Place & Pick<AgentFile, 'fileVersion'>>({
  name: 'agentFileVersion',
  schema: headSchema,
  partition: (file) => versionsPartition(file),
  sort: ({ fileVersion }) => ({ kind: 'log', parts: [padded(fileVersion)] }),
});

export function versionsPartition({ organizationId, agentId, name }: Place): Partition {
  return { organizationId, type: 'agentFileVersions', id: `${agentId}/${name}` };
}

const contentSchema = z.object({ ...place, fileVersion: z.int(), content: z.string() });

/** The content of a version: a separate item, kept as long as the agent. */
export const agentFileContentEntity = defineEntity<
  z.infer<typeof contentSchema>,
  Place & Pick<AgentFile, 'fileVersion'>
>({
  name: 'agentFileContent',
  schema: contentSchema,
  partition: ({ organizationId, agentId, name, fileVersion }) => ({
    organizationId,
    type: 'agentFileContent',
    id: `${agentId}/${name}/${fileVersion}`,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
});

function padded(version: number): string {
  return String(version).padStart(9, '0');
}
