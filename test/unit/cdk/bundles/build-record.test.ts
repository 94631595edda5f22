import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFiles, digestOf, writeBuildRecord } from '../../../../cdk/bundles/build-record.ts';
import { temporaryDirectory } from '../../../support/temporary-directory.ts';

/** Sources and one bundle that was built from them. */
function anyBuild() {
  const root = temporaryDirectory('build');
  mkdirSync(join(root, 'lib', 'deep'), { recursive: true });
  const source = join(root, 'lib', 'deep', 'one.ts');
  const bundle = join(root, 'one.cjs');
  const record = join(root, 'dist', 'functions.json');
  writeFileSync(source, 'export const one = 1;');
  writeFileSync(bundle, 'one=1');
  const digest = () => digestOf(root, [join(root, 'lib')]);
  writeBuildRecord(record, digest(), [bundle]);
  return { root, source, bundle, record, digest };
}

describe('the record of a build', () => {
  it('knows the files of a build of the same sources', () => {
    const { record, digest, bundle } = anyBuild();
    expect(builtFiles(record, digest())).toEqual([bundle]);
  });

  it('is of no use when a source was changed or added', () => {
    const changed = anyBuild();
    writeFileSync(changed.source, 'export const one = 2;');
    expect(builtFiles(changed.record, changed.digest())).toBeUndefined();
    const added = anyBuild();
    writeFileSync(join(added.root, 'lib', 'two.ts'), '');
    expect(builtFiles(added.record, added.digest())).toBeUndefined();
  });

  it('is of no use when a built file was changed or is gone', () => {
    const { record, digest, bundle } = anyBuild();
    writeFileSync(bundle, 'changed by hand');
    expect(builtFiles(record, digest())).toBeUndefined();
    expect(builtFiles(join(record, 'nowhere'), digest())).toBeUndefined();
  });
});
