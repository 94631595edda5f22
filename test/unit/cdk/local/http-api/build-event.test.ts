import { describe, expect, test } from 'vitest';
import { eventBody } from '../../../../../cdk/local/http-api/build-event.ts';

describe('a body in the event', () => {
  test.each([
    ['application/json', false],
    ['application/json; charset=utf-8', false],
    ['text/csv', false],
    ['application/xml', false],
    ['application/x-www-form-urlencoded', true],
    ['application/vnd.api+json', true],
    ['application/octet-stream', true],
    [undefined, true],
  ])('of type %s is in base64: %s', (type, isBase64Encoded) => {
    const body = isBase64Encoded ? 'aGk=' : 'hi';
    expect(eventBody(Buffer.from('hi'), type)).toEqual({ body, isBase64Encoded });
  });

  test('that is not UTF-8 keeps its bytes, whatever its type', () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    expect(eventBody(bytes, 'application/json')).toEqual({ body: 'Iv8i', isBase64Encoded: true });
  });

  test('is absent when there is none', () => {
    expect(eventBody(Buffer.alloc(0), 'application/json')).toEqual({ isBase64Encoded: false });
  });
});
