import { describe, expect, it } from 'vitest';
import { callTool } from '../../../../../lib/reactions/tools/call-tool.ts';
import type { Tool } from '../../../../../lib/reactions/tools/tool.ts';

const cancelPackage = {
  name: 'cancelPackage',
  method: 'POST',
  path: '/v1/jobs/{jobId}/{objectId}/cancel',
  pathParameters: ['jobId', 'objectId'],
  queryParameters: [],
  takesBody: false,
  takesIfMatch: false,
  isReadOnly: false,
  wrapsReply: false,
} as unknown as Tool;

/** The path that a call of the tool requests; undefined when it is refused. */
async function pathOf(objectId: string): Promise<string | undefined> {
  let path: string | undefined;
  await callTool(cancelPackage, { jobId: 'job_1', objectId }, (request) => {
    path = new URL(request.path, 'https://api.example').pathname;
    return Promise.resolve({ status: 200, value: {} });
  });
  return path;
}

describe('49 2.1 arguments of tools in paths', () => {
  it.each(['.', '..'])('%j is no id: it would call another operation', async (objectId) => {
    expect(await pathOf(objectId)).toBeUndefined();
  });

  it.each([
    ['../x', '/v1/jobs/job_1/..%2Fx/cancel'],
    ['a?b=c#d', '/v1/jobs/job_1/a%3Fb%3Dc%23d/cancel'],
    ['...', '/v1/jobs/job_1/.../cancel'],
    ['%2e%2e', '/v1/jobs/job_1/%252e%252e/cancel'],
  ])('%j stays one part of the path', async (objectId, path) => {
    expect(await pathOf(objectId)).toBe(path);
  });
});
