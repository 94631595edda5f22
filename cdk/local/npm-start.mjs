// Plain JavaScript, so that an older Node can say what it lacks before it meets TypeScript.
const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < MAJOR) {
  console.error(
    `This needs Node ${MAJOR}, this is ${process.version}, and npm has no Node ${MAJOR} for ${process.platform}-${process.arch}: install it and start again.`,
  );
  process.exit(1);
}

await import('./cli.ts');
