import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply } from '../../../lib/platform/http/index.ts';
import {
  type AgentFile,
  agentFileInvalid,
  agentFileNotFound,
  agentNotFound,
  deleteFile,
  listFiles,
  listVersions,
  MAX_FILE_CHARACTERS,
  readFile,
  restoreFile,
  saveFile,
} from '../../../lib/reactions/agents/index.ts';
import { agentPath } from './agent-run-schemas.ts';
import { defineAgentsEndpoint } from './deps.ts';

const filePath = agentPath.extend({
  name: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
      'is not a file name: use letters, digits, dots, hyphens and underscores',
    )
    .meta({ description: 'Name of the file, such as `tariffs.md`.' }),
});

const fileReply = z
  .object({
    name: z.string(),
    version: z.int(),
    characters: z.int(),
    isDeleted: z.boolean(),
    savedAt: instantReply,
    savedBy: z.string().meta({ description: 'Id of the key or user that saved it.' }),
    restoredFrom: z
      .int()
      .nullable()
      .meta({ description: 'Version that was restored; null when the content was sent.' }),
  })
  .meta({ id: 'AgentFile' });

const fileExample = {
  name: 'tariffs.md',
  version: 2,
  characters: 17,
  isDeleted: false,
  savedAt: '2026-03-05T01:11:51.000Z',
  savedBy: 'key_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  restoredFrom: null,
};

const withContent = fileReply.extend({ content: z.string() }).meta({ id: 'AgentFileContent' });

function shown({ name, fileVersion, characters, isDeleted, savedAt, savedBy, restoredFrom }: AgentFile) {
  return { name, version: fileVersion, characters, isDeleted, savedAt, savedBy, restoredFrom };
}

const area = 'Agents';

export const listAgentFiles = defineAgentsEndpoint({
  name: 'listAgentFiles',
  method: 'GET',
  path: '/v1/agents/{id}/files',
  area,
  summary: 'List the files of an agent',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: agentPath,
  reply: z.object({ files: z.array(fileReply) }),
  replyExample: { files: [fileExample] },
  refusals: [agentNotFound],
  async handle({ input: { path }, ctx }) {
    const files = await listFiles(ctx, ctx.organizationId, path.id);
    return isRefusal(files) ? files : { files: files.map(shown) };
  },
});

export const getAgentFile = defineAgentsEndpoint({
  name: 'getAgentFile',
  method: 'GET',
  path: '/v1/agents/{id}/files/{name}',
  area,
  summary: 'Read a file of an agent',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: filePath,
  query: z.object({
    version: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, 'is not a version: send a number from 1')
      .transform(Number)
      .optional()
      .meta({ description: 'Version to read; default the latest.' }),
  }),
  reply: withContent,
  replyExample: { ...fileExample, content: 'Bikes: 4.50 a km.' },
  refusals: [agentFileNotFound],
  async handle({ input: { path, query }, ctx }) {
    const found = await readFile(ctx, placeOf(ctx.organizationId, path), query.version);
    return isRefusal(found) ? found : { ...shown(found.file), content: found.content };
  },
});

export const saveAgentFile = defineAgentsEndpoint({
  name: 'saveAgentFile',
  method: 'PUT',
  path: '/v1/agents/{id}/files/{name}',
  area,
  summary: 'Save a file of an agent',
  description: 'Creates the next version of the file. All earlier versions are kept and can be restored.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: filePath,
  body: z.object({
    content: z.string().max(MAX_FILE_CHARACTERS).meta({ description: 'Text of the file.' }),
  }),
  reply: fileReply,
  bodyExample: { content: 'Bikes: 4.50 a km.' },
  replyExample: fileExample,
  refusals: [agentNotFound, agentFileInvalid, contentionOver('agent file')],
  async handle({ input: { path, body }, ctx }) {
    const place = placeOf(ctx.organizationId, path);
    const saved = await saveFile(ctx, place, body.content, ctx.caller.actor.id, ctx.expectedVersion);
    return isRefusal(saved) ? saved : shown(saved);
  },
});

export const deleteAgentFile = defineAgentsEndpoint({
  name: 'deleteAgentFile',
  method: 'DELETE',
  path: '/v1/agents/{id}/files/{name}',
  area,
  summary: 'Delete a file of an agent',
  description: 'Its versions are kept and can be restored.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: filePath,
  reply: fileReply,
  replyExample: { ...fileExample, isDeleted: true, characters: 0 },
  refusals: [agentNotFound, agentFileNotFound, contentionOver('agent file')],
  async handle({ input: { path }, ctx }) {
    const place = placeOf(ctx.organizationId, path);
    const saved = await deleteFile(ctx, place, ctx.caller.actor.id, ctx.expectedVersion);
    return isRefusal(saved) ? saved : shown(saved);
  },
});

export const listAgentFileVersions = defineAgentsEndpoint({
  name: 'listAgentFileVersions',
  method: 'GET',
  path: '/v1/agents/{id}/files/{name}/versions',
  area,
  summary: "List the versions of an agent's file",
  description: 'Newest first.',
  permission: 'READ_WORKFLOW',
  forLimited: 'refused',
  params: filePath,
  reply: z.object({ versions: z.array(fileReply) }),
  replyExample: { versions: [fileExample] },
  refusals: [agentFileNotFound],
  async handle({ input: { path }, ctx }) {
    const versions = await listVersions(ctx, placeOf(ctx.organizationId, path));
    return isRefusal(versions) ? versions : { versions: versions.map(shown) };
  },
});

export const restoreAgentFile = defineAgentsEndpoint({
  name: 'restoreAgentFile',
  method: 'POST',
  path: '/v1/agents/{id}/files/{name}/restore',
  area,
  summary: "Restore an earlier version of an agent's file",
  description: 'The content of the version becomes the next version.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  takesIfMatch: true,
  params: filePath,
  body: z.object({ version: z.int().min(1).meta({ description: 'Version to restore.' }) }),
  reply: fileReply,
  bodyExample: { version: 1 },
  replyExample: { ...fileExample, version: 3, restoredFrom: 1 },
  refusals: [agentNotFound, agentFileNotFound, agentFileInvalid, contentionOver('agent file')],
  async handle({ input: { path, body }, ctx }) {
    const place = placeOf(ctx.organizationId, path);
    const saved = await restoreFile(ctx, place, body.version, ctx.caller.actor.id, ctx.expectedVersion);
    return isRefusal(saved) ? saved : shown(saved);
  },
});

function placeOf(
  organizationId: string,
  { id: agentId, name }: { readonly id: string; readonly name: string },
) {
  return { organizationId, agentId, name };
}
