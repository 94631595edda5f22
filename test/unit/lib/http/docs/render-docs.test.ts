import { describe, expect, it } from 'vitest';
import type { OpenapiDocument, Schema } from '../../../../../lib/http/docs/openapi-document.ts';
import { renderDocs } from '../../../../../lib/http/docs/render-docs.ts';

/** A page about one operation with this body and description. */
function pageOf(operation: {
  body?: Schema;
  schemas?: Record<string, Schema>;
  description?: string;
  example?: unknown;
}) {
  const { body = {}, schemas = {}, description = 'Text', example } = operation;
  const document: OpenapiDocument = {
    openapi: '3.1.1',
    info: { title: 'Test', version: '1' },
    paths: {
      '/v1/thing/{id}': {
        post: {
          operationId: 'makeThing',
          summary: 'Make <it>',
          description,
          'x-permission': 'WRITE_ORDER',
          requestBody: { content: { 'application/json': { schema: body, example } } },
          responses: {},
        },
      },
    },
    components: { schemas },
  };
  return renderDocs(document);
}

/** The page as a reader sees it. */
const textOf = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('the reference page', () => {
  it('escapes what it shows', () => {
    const page = pageOf({ description: '<script>alert(1)</script> & "more"' });
    expect(page).not.toContain('<script>');
    expect(page).toContain('Make &#60;it&#62;');
  });

  it('shows paragraphs, lists, bold and code', () => {
    const page = pageOf({ description: 'One **two** `three`:\n- first\n- second\n\nLast' });
    expect(page).toContain(
      '<p>One <strong>two</strong> <code>three</code>:</p><ul><li>first</li><li>second</li></ul>',
    );
    expect(page).toContain('<p>Last</p>');
  });

  it.each<[string, Schema, string]>([
    ['a limited text', { type: 'string', minLength: 1, maxLength: 9 }, 'string, 1 to 9 characters'],
    ['an optional number', { type: ['integer', 'null'], minimum: 0 }, 'integer, at least 0, or null'],
    ['an optional object', { anyOf: [{ type: 'object' }, { type: 'null' }] }, 'object, or null'],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, 'one of a b'],
    ['two types', { anyOf: [{ type: 'string' }, { type: 'number' }] }, 'string or number'],
    [
      'a list',
      { type: 'array', items: { type: 'string', format: 'date-time' } },
      'array of string (date-time)',
    ],
    ['a list of nothing', { type: 'array', items: { not: {} } }, 'empty array'],
  ])('names %s in words', (_, schema, words) => {
    const page = pageOf({ body: { type: 'object', properties: { field: schema } } });
    expect(textOf(page).replaceAll(' ,', ',')).toContain(`field ${words}`);
  });

  it('expands what is referred to, and stops where a shape contains itself', () => {
    const page = pageOf({
      body: { $ref: '#/components/schemas/Tree' },
      schemas: {
        Tree: {
          type: 'object',
          properties: { leaf: { type: 'string' }, tree: { $ref: '#/components/schemas/Tree' } },
        },
      },
    });
    expect(textOf(page)).toContain('As Tree above.');
  });

  it('gives a command line that a shell takes as it is', () => {
    const page = textOf(pageOf({ example: { name: "Ann's" } }))
      .replaceAll('&#39;', "'")
      .replaceAll('&#34;', '"');
    expect(page).toContain(`curl -X POST "$BASE_URL/v1/thing/$ID" \\ -H "Authorization: Bearer $API_KEY"`);
    expect(page).toContain(`-d '{"name":"Ann'\\''s"}'`);
  });
});
