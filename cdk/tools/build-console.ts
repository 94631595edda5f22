import { buildConsole } from '../build-console.ts';

/** `npm run build:console`: builds the console and prints the size of its files. */
const files = await buildConsole();
for (const { name, packed } of files)
  console.log(`${(packed.length / 1000).toFixed(1).padStart(8)} kB  ${name}`);
