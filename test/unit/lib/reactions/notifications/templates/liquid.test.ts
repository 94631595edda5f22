import { expect, it } from 'vitest';
import { readTemplate } from '../../../../../../lib/reactions/notifications/templates/liquid.ts';

const TOKENS = [
  '{{',
  '}}',
  '{%',
  '%}',
  'if',
  'for',
  'case',
  'assign',
  'tablerow',
  'liquid',
  'a',
  '.',
  '[',
  '|',
  '"',
  '0',
  '#',
  '-',
  ' ',
  '\ud83d',
];

it('41 1.9 any short text is read, or has a problem in a sentence', () => {
  for (const first of TOKENS) {
    for (const second of TOKENS) {
      for (const third of TOKENS) {
        const read = readTemplate(`{{${first}${second}${third}}}{% ${first} ${second}${third} %}${third}`);
        const problem = 'problem' in read ? read.problem : 'is read.';
        expect(problem).toMatch(/^(is|cannot|has) .+\.$/s);
        expect(
          'problem' in readTemplate(first + second + third) ||
            'paths' in readTemplate(first + second + third),
        ).toBe(true);
      }
    }
  }
});
