// Plain JavaScript, so that an older Node can report its version instead of failing on TypeScript.
import { COMPILED, isOldNode, NODE_MAJOR } from './node-process.mjs';

if (isOldNode) {
  console.error(
    `Node ${NODE_MAJOR} is required, but this is ${process.version}, and npm has no Node ${NODE_MAJOR} for ${process.platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

const forAll = {
  // The allocator of Linux gives each thread its own arena and keeps it when the thread ends. With only two arenas the
  // memory is returned.
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: COMPILED,
};

// Both are read when a process starts, so this process starts itself again.
if (process.platform !== 'win32' && process.env.MALLOC_ARENA_MAX === undefined) {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, again, { ...forAll, ...process.env });
}

await import('./cli.ts');
