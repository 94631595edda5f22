import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { areas } from '../../functions/api/index.ts';

const endpoints = areas.flatMap((area) => area.endpoints);

/** Whether a reply is an object with a `version`, or has such an object as one of its fields. */
function hasVersion(reply: z.ZodType): boolean {
  const shape = reply instanceof z.ZodObject ? reply.shape : {};
  return (
    'version' in shape ||
    Object.values(shape).some((field) => field instanceof z.ZodObject && 'version' in field.shape)
  );
}

describe('49 a change of what has a version', () => {
  it('takes the version on which it is based, in If-Match', () => {
    const versioned = new Set(endpoints.filter(({ reply }) => hasVersion(reply)).map(({ path }) => path));
    const changes = endpoints.filter(
      ({ method, path }) =>
        ['PATCH', 'PUT', 'DELETE'].includes(method) && path.includes('{') && versioned.has(path),
    );
    expect(changes.length).toBeGreaterThan(40);
    // What a driver reports has happened, whatever the route looked like before.
    expect(changes.filter(({ takesIfMatch }) => !takesIfMatch).map(({ name }) => name)).toEqual([
      'reportStop',
    ]);
  });
});
