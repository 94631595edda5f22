// Plain JavaScript, so that an older Node can report its version instead of failing on TypeScript.
const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < MAJOR) {
  console.error(
    `Node ${MAJOR} is required, but this is ${process.version}, and npm has no Node ${MAJOR} for ${process.platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

// The allocator of Linux gives each thread its own arena and keeps it when the thread ends. With only two arenas the
// memory is returned. The limit is read when a process starts, so this process starts itself again.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, again, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

await import('./cli.ts');
