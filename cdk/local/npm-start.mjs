// Plain JavaScript, so that an older Node can report its version instead of failing on TypeScript.
import { fileURLToPath } from 'node:url';

const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < MAJOR) {
  console.error(
    `Node ${MAJOR} is required, but this is ${process.version}, and npm has no Node ${MAJOR} for ${process.platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

const forAll = {
  // The allocator of Linux gives each thread its own arena and keeps it when the thread ends. With only two arenas the
  // memory is returned.
  MALLOC_ARENA_MAX: '2',
  // Compiled code of an earlier start, types stripped: half of the time of a start.
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../dist/compiled', import.meta.url)),
};

// Both are read when a process starts, so this process starts itself again.
if (process.platform !== 'win32' && process.env.NODE_COMPILE_CACHE === undefined) {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, again, { ...forAll, ...process.env });
}

await import('./cli.ts');
