import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  decisionType,
  replyJsonSchema,
  replySchema,
} from '../../../../../../../lib/engines/workflows/actions/shared/decision-type.ts';

test.each([
  { type: 'yes_no' },
  { type: 'choice', choices: [{ key: 'fast' }, { key: 'cheap' }] },
  {
    type: 'score',
    threshold: 2,
    rubric: [
      { score: 1, description: 'bad' },
      { score: 3, description: 'good' },
    ],
  },
])('4.6.16 the JSON Schema that a model gets is that of the replies that are accepted: %j', (config) => {
  const decision = decisionType.parse(config);
  const { $schema: _, ...derived } = z.toJSONSchema(replySchema(decision));
  expect(replyJsonSchema(decision)).toEqual(derived);
});
