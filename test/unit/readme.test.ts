import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

/** Every Markdown file that people write, by its path. */
const pages = [
  'README.md',
  'CHANGELOG.md',
  ...['cdk', 'functions', 'lib', 'test'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  ),
].map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

it('has links that lead to files', () => {
  const broken = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:|#|<)([^)#\s]+)[^)]*\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !existsSync(join(dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  );
  expect(broken).toEqual([]);
});

it('has links that lead to headings', () => {
  const broken = pages.flatMap(({ path, text }) => {
    const headings = new Set(
      [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
        heading
          .toLowerCase()
          .replaceAll(/[^\p{L}\d\s-]/gu, '')
          .replaceAll(' ', '-'),
      ),
    );
    return [...text.matchAll(/\]\(#([^)]+)\)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !headings.has(target))
      .map((target) => `${path}: #${target}`);
  });
  expect(broken).toEqual([]);
});

it('shows only commands that package.json has', () => {
  const unknown = pages.flatMap(({ path, text }) =>
    [...text.matchAll(/`npm run ([\w:-]+)/g)]
      .map(([, name = '']) => name)
      .filter((name) => !(name in scripts))
      .map((name) => `${path}: npm run ${name}`),
  );
  expect(unknown).toEqual([]);
});

// 48.6 and 40.1: a first page that people read, and a page for each room.
it('stays short', () => {
  const lines = (path: string) => readFileSync(path, 'utf8').trimEnd().split('\n').length;
  expect(lines('README.md')).toBeLessThanOrEqual(300);
  for (const room of readdirSync('lib')) {
    const path = join('lib', room, 'README.md');
    if (existsSync(path) && room !== 'client') expect(lines(path), path).toBeLessThanOrEqual(40);
  }
});
