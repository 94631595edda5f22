import { describe, expect, test } from 'vitest';
import { readResult } from '../../../../../cdk/local/http-api/read-result.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const TEXT_TYPE = { 'content-type': 'text/plain; charset=utf-8' };

describe('what a function returns', () => {
  test.each([
    ['hello', { status: 200, headers: JSON_TYPE, body: 'hello' }],
    [{ a: 1 }, { status: 200, headers: JSON_TYPE, body: '{"a":1}' }],
    [null, { status: 200, headers: JSON_TYPE, body: 'null' }],
    [{ statusCode: 204 }, { status: 204, headers: TEXT_TYPE, body: '' }],
    [
      { statusCode: '201', body: 'x' },
      { status: 201, headers: TEXT_TYPE, body: 'x' },
    ],
    [
      {
        statusCode: 200,
        headers: { 'Content-Type': 'a/b', 'X-N': 1, 'Content-Length': 9 },
        cookies: ['a=1', 'b=2'],
      },
      { status: 200, headers: { 'content-type': 'a/b', 'x-n': '1', 'set-cookie': ['a=1', 'b=2'] }, body: '' },
    ],
    [
      { statusCode: 200, body: 'aGk=', isBase64Encoded: true },
      { status: 200, headers: TEXT_TYPE, body: Buffer.from('hi') },
    ],
  ])('%j becomes the answer', (payload, reply) => {
    expect(readResult(payload)).toEqual(reply);
  });

  test.each([
    [{ statusCode: 'often' }],
    [{ statusCode: 200, body: { a: 1 } }],
    [{ statusCode: 200, headers: { a: {} } }],
    [{ statusCode: 200, headers: 'a' }],
    [{ statusCode: 200, cookies: 'a=1' }],
  ])('%j is the gateway’s 500', (payload) => {
    expect(readResult(payload)).toEqual({
      status: 500,
      headers: JSON_TYPE,
      body: '{"message":"Internal Server Error"}',
    });
  });
});
