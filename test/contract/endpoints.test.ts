import { describe, expect, it } from 'vitest';
import { areas } from '../../functions/api/index.ts';

const endpoints = areas.flatMap((area) => area.endpoints);
const withJsonReply = endpoints.filter(({ contentType }) => contentType === 'application/json');
const withBody = endpoints.flatMap(({ name, body, bodyExample }) =>
  body ? [{ name, body, bodyExample }] : [],
);

describe('every endpoint', () => {
  it.each(withJsonReply)('shows a reply of its own schema: $name', ({ reply, replyExample }) => {
    expect(reply.parse(replyExample)).toEqual(replyExample);
  });

  it.each(withBody)('shows a body that it accepts: $name', ({ body, bodyExample }) => {
    expect(bodyExample).toBeDefined();
    expect(body.safeParse(bodyExample).error).toBeUndefined();
  });

  it.each(endpoints)('has a path without an empty step: $name', ({ path }) => {
    expect(path).toMatch(/^(\/[^/]+)+$/);
  });

  it.each(['name', 'routeKey'] as const)('has a %s of its own', (field) => {
    const values = endpoints.map((endpoint) => endpoint[field]);
    expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
  });
});
