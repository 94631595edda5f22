import { expect, test } from 'vitest';
import { withoutTexts } from '../../../../cdk/bundles/leave-out-texts.ts';

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
