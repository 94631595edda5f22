/** `npm run build:client`: the typed client of lib/client, and a Postman collection, from the OpenAPI document. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiDocument } from '../../functions/api/meta/api-document.ts';
import { postmanCollection } from './postman-collection.ts';

const CLIENT = fileURLToPath(new URL('../../lib/client', import.meta.url));

/** The client has its own TypeScript: openapi-typescript does not run with the service's version. */
const ofClient = createRequire(join(CLIENT, 'package.json'));

/** The part of openapi-typescript that is used. */
interface OpenapiTypescript {
  default(document: object): Promise<unknown>;
  astToString(ast: unknown): string;
}

const typescript: OpenapiTypescript = ofClient('openapi-typescript');
const dist = join(CLIENT, 'dist');
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const schema = typescript.astToString(await typescript.default({ ...apiDocument() }));
writeFileSync(join(CLIENT, 'src', 'schema.ts'), schema);
execFileSync(process.execPath, [join(dirname(ofClient.resolve('typescript')), '_tsc.js'), '-p', CLIENT], {
  stdio: 'inherit',
});
const collection = await postmanCollection(apiDocument());
writeFileSync(join(dist, 'postman.json'), `${JSON.stringify(collection, null, 2)}\n`);
console.log(`Built ${dist}: the client and postman.json`);
