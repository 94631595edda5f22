// Plain JavaScript, so that an older Node can report what is missing before it reads TypeScript.
const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < MAJOR) {
  console.error(
    `Node ${MAJOR} is required, but this is ${process.version}, and npm has no Node ${MAJOR} for ${process.platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

await import('./cli.ts');
