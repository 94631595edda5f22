/** A test that judges the tree itself, such as its imports: part of every quick run. */
const OF_THE_TREE = ['boundaries', 'mirror', 'parameters', 'retries', 'value-sets'].map(
  (name) => `test/unit/${name}.test.ts`,
);

/**
 * What one person runs while editing: the unit tests of the rooms of `lib` and the areas of `functions` that these files
 * belong to, changed tests themselves, and the tests of the tree. Paths are from the root of the repository.
 */
export function quickTests(changedFiles: readonly string[]): readonly string[] {
  return [...new Set([...changedFiles.flatMap(testsOf), ...OF_THE_TREE])].sort();
}

function testsOf(file: string): readonly string[] {
  if (/^test\/unit\/.*\.test\.ts$/.test(file)) return [file];
  const [top = '', second = '', third = ''] = file.split('/');
  if (top === 'lib' && second !== 'client') return third === '' ? [] : [`test/unit/lib/${second}/`];
  if (top === 'functions')
    return [second === 'api' ? `test/unit/functions/api/${third}/` : `test/unit/functions/${second}/`];
  return top === 'cdk' ? [`test/unit/cdk/${second}/`] : [];
}
