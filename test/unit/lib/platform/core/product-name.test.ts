import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guidePages } from '../../../../../cdk/guide-pages.ts';
import { PRODUCT_NAME } from '../../../../../lib/platform/core/product-name.ts';

const read = (path: string) => readFileSync(path, 'utf8');

it('44 7 the product has one name and one mark: in the console, the app of drivers, the documentation and the README', () => {
  const title = (name: string) => `<title>${name}</title>`;
  for (const page of ['functions/console/index.html', 'functions/driver-app/index.html']) {
    expect(read(page), page).toContain(title(PRODUCT_NAME));
    expect(read(page), page).toContain('href="./icon.svg"');
  }
  expect(read('functions/console/kit/product.tsx')).toContain(`PRODUCT = '${PRODUCT_NAME}'`);
  const { name, short_name } = JSON.parse(read('functions/driver-app/app.webmanifest'));
  expect([name, short_name]).toEqual([PRODUCT_NAME, PRODUCT_NAME]);
  expect(read('functions/console/icon.svg')).toContain(title(PRODUCT_NAME));
  expect(read('functions/driver-app/icon.svg')).toBe(read('functions/console/icon.svg'));
  const documentation = [read('functions/docs/index.html'), ...guidePages().map(({ page }) => page)];
  expect(documentation.length).toBeGreaterThan(3);
  for (const page of documentation) {
    expect(page).toMatch(new RegExp(`<title>[^<]+: ${PRODUCT_NAME}</title>`));
    expect(page).toContain('href="/docs/icon.svg"');
  }
  expect(read('README.md').startsWith(`# ${PRODUCT_NAME}`)).toBe(true);
});
