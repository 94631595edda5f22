import { expect, test } from 'vitest';
import { withoutMeta, withoutSentences, withoutTexts } from '../../../../cdk/bundles/leave-out-texts.ts';

test.each([
  ["  summary: 'List jobs',", "  summary: '',"],
  ["  description: 'One.' +\n    'Two.',", "  description: '',"],
  ['z.string().meta({ description: "The caller\'s id." })', "z.string().meta({ description: '' })"],
  [
    "defineRefusal({ code: 'GONE', status: 410, summary: 'It\\'s gone.' })",
    "defineRefusal({ code: 'GONE', status: 410, summary: '' })",
  ],
  ['  replyExample: { job: jobExample },', '  replyExample: undefined,'],
])('of %j stays %j', (source, left) => {
  expect(withoutTexts(source)).toBe(left);
});

test.each([
  '  description: z.string().nullable(),',
  '  description: order.description,',
  "  message: 'The job is not there.',",
  "  description: 'One' + two,",
  '  replyExample: {',
])('%j stays as it is', (source) => {
  expect(withoutTexts(source)).toBe(source);
});

test.each([
  ["orderField(text, 'House number.', { longest: 80 })", "orderField(text, '', { longest: 80 })"],
  ["says: '`now` or `scheduled`.',", "says: '',"],
  ['metadata(says, "The caller\'s own data.")', "metadata(says, '')"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text.
  ['says: `Last name, at most ${MAX} characters.`,', "says: '',"],
  ["part('addressNumber', 'number')", "part('addressNumber', 'number')"],
])('of the declared field %j stays %j', (source, left) => {
  expect(withoutSentences(source)).toBe(left);
});

test('of a schema its description is left out, and no other text', () => {
  const source = "z.string().meta({ description: 'Flat.' }), show({ description: 'A text.', more })";
  expect(withoutMeta(source)).toBe("z.string(), show({ description: 'A text.', more })");
});
