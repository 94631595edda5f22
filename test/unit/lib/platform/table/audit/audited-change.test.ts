import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const sources = readdirSync('lib', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('client'))
  .map((file) => readFileSync(join('lib', file), 'utf8'));
const found = (pattern: RegExp) =>
  new Set(sources.flatMap((text) => [...text.matchAll(pattern)].map(([, type = '']) => type)));

it('41 1.7 what an entity tells the audit log by itself, no writer tells a second time', () => {
  const byEntity = found(/audited: \{\s*type: '([^']+)'/g);
  const byWriter = found(/entityType: '([^']+)'/g);
  expect(byEntity.size).toBeGreaterThan(5);
  expect([...byEntity].filter((type) => byWriter.has(type))).toEqual([]);
});
