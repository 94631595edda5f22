import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const decisions = readFileSync('lib/DECISIONS.md', 'utf8');
const contract = readFileSync('lib/CONTRACT.md', 'utf8');
const rules = readFileSync('lib/RULES.md', 'utf8');

/** Every source text of the project with its path. */
const texts = ['cdk', 'functions', 'lib', 'test']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(ts|tsx|md)$/.test(path))
  .concat('README.md')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** What `pattern` captures in the texts and `known` does not contain, each with the files that cite it. */
function dangling(pattern: RegExp, known: ReadonlySet<string>): readonly string[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)]
      .flatMap(([, cited = '']) => cited.split(/, | and /))
      .filter((cited) => !known.has(cited))
      .map((cited) => `${path} cites ${cited}`),
  );
}

describe('citations in comments', () => {
  it('of decisions lead to a decision in lib/DECISIONS.md', () => {
    const known = new Set([...decisions.matchAll(/^- \*\*([ABC]\d+)\*\* /gm)].map(([, id = '']) => id));
    expect(known.size).toBe(91);
    expect(dangling(/decisions? ([ABC]\d+(?:(?:, | and )[ABC]\d+)*)/g, known)).toEqual([]);
  });

  it('of the contract lead to a section of lib/CONTRACT.md', () => {
    const known = new Set([...contract.matchAll(/^#+ (\d+(?:\.\d+)?)\.? /gm)].map(([, id = '']) => id));
    expect(known.has('3.2')).toBe(true);
    expect(dangling(/contract-facts (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/g, known)).toEqual([]);
  });

  it('of the specification lead to a rule in lib/RULES.md', () => {
    const known = new Set([...rules.matchAll(/^- \*\*(\d+(?:\.\d+)*)\*\* /gm)].map(([, id = '']) => id));
    expect(known.size).toBeGreaterThan(80);
    const cited = /[Ss]pecification (\d+(?:\.\d+)*(?:(?:, | and )\d+(?:\.\d+)*)*)/g;
    expect(dangling(cited, known)).toEqual([]);
  });

  it('of tests lead to a test that is there', () => {
    const cited = texts.flatMap(({ text }) =>
      [...text.matchAll(/`(test\/[\w./-]+\.test\.ts)`/g)].map(([, path = '']) => path),
    );
    expect(cited).toContain('test/stacks/growth.test.ts');
    // The README uses this example to show how to add one.
    const example = 'test/unit/functions/api/orders/count-orders.test.ts';
    expect(cited.filter((path) => path !== example && !existsSync(path))).toEqual([]);
  });

  it('lead to no file outside the repository', () => {
    expect(dangling(/((?:carrier|library|toolchain)-facts)/g, new Set())).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^(cdk|functions|lib)/)]),
    );
  });
});
