import { defineGenerator, replaceSection } from './generator.ts';
import { markdownTable } from './markdown-table.ts';

/** The README's table of endpoints. */
export const endpointTable = defineGenerator({
  file: 'README.md',
  async render(present) {
    if (present === undefined) return undefined;
    const { areas } = await import('../../functions/api/index.ts');
    const rows = areas
      .flatMap(({ endpoints }) => endpoints)
      .toSorted((a, b) => (a.area === b.area ? 0 : a.area < b.area ? -1 : 1))
      .map(({ method, path, summary, permission }) => [
        method,
        `\`${path}\``,
        summary,
        permission ? `\`${permission}\`` : 'none needed',
      ]);
    const table = markdownTable(['Method', 'Path', '', 'Permission'], rows);
    return replaceSection(present, 'endpoints', table);
  },
});
