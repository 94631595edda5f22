import { describe, expect, it } from 'vitest';
import { endpointTable } from '../../../../cdk/tools/endpoint-table.ts';
import { replaceSection } from '../../../../cdk/tools/generator.ts';
import { areas } from '../../../../functions/api/index.ts';

const page = 'before\n<!-- endpoints:begin -->\nold\n<!-- endpoints:end -->\nafter\n';

describe('a generated section', () => {
  it('is replaced between its markers, and stays as it is the second time', () => {
    const once = replaceSection(page, 'endpoints', 'new');
    expect(once).toBe('before\n<!-- endpoints:begin -->\nnew\n<!-- endpoints:end -->\nafter\n');
    expect(replaceSection(once, 'endpoints', 'new')).toBe(once);
  });

  it.each(['no markers', '<!-- endpoints:end --> <!-- endpoints:begin -->'])(
    'needs its markers: %s',
    (text) => {
      expect(() => replaceSection(text, 'endpoints', 'new')).toThrow('<!-- endpoints:begin -->');
    },
  );

  it('of the endpoints has a row for each', async () => {
    const written = await endpointTable.render(page);
    for (const { method, path } of areas.flatMap(({ endpoints }) => endpoints)) {
      expect(written).toContain(`| ${method} | \`${path}\` |`);
    }
  });
});
