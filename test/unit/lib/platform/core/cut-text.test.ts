import { expect, it } from 'vitest';
import { cutText } from '../../../../../lib/platform/core/cut-text.ts';

it('text is cut without halving a surrogate pair', () => {
  expect(cutText('ab', 5)).toBe('ab');
  expect(cutText('abcdef', 3)).toBe('abc');
  expect(cutText('ab😀cd', 3)).toBe('ab');
  expect(cutText('ab😀cd', 4)).toBe('ab😀');
});
