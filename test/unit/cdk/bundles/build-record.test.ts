import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  builtFiles,
  digestOf,
  keptDigestOf,
  writeBuildRecord,
} from '../../../../cdk/bundles/build-record.ts';
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

  it('is of use when packages were installed, or something was built, beside the sources', () => {
    const { root, record, digest, bundle } = anyBuild();
    for (const folder of ['node_modules', 'dist']) {
      mkdirSync(join(root, 'lib', folder));
      writeFileSync(join(root, 'lib', folder, 'index.js'), '');
    }
    expect(builtFiles(record, digest())).toEqual([bundle]);
  });

  it('is of no use when a built file was changed or is gone', () => {
    const { record, digest, bundle } = anyBuild();
    writeFileSync(bundle, 'changed by hand');
    expect(builtFiles(record, digest())).toBeUndefined();
    expect(builtFiles(join(record, 'nowhere'), digest())).toBeUndefined();
  });
});

describe('the kept digest of sources', () => {
  function anySources() {
    const { root, source, digest } = anyBuild();
    const kept = join(root, 'dist', 'sources.json');
    return { root, source, digest, kept, now: () => keptDigestOf(kept, root, [join(root, 'lib')]) };
  }

  it('is that of their content, each time that one was changed, added or removed', () => {
    const { root, source, digest, now } = anySources();
    expect(now()).toBe(digest());
    writeFileSync(source, 'export const one = 200;');
    expect(now()).toBe(digest());
    const added = join(root, 'lib', 'two.ts');
    writeFileSync(added, '');
    expect(now()).toBe(digest());
    rmSync(added);
    expect(now()).toBe(digest());
  });

  it('is taken from the last time while none has another size or time of change', () => {
    const { source, kept, now, digest } = anySources();
    now();
    const { state } = JSON.parse(readFileSync(kept, 'utf8'));
    writeFileSync(kept, JSON.stringify({ state, digest: 'as kept' }));
    expect(now()).toBe('as kept');
    utimesSync(source, 1, 1);
    expect(now()).toBe(digest());
  });
});
