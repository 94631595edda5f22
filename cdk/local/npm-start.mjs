// Plain JavaScript, so that an older Node can report what is missing before it reads TypeScript.
const MAJOR = 24;
const [major] = process.versions.node.split('.');

if (Number(major) < MAJOR) {
  console.error(
    `Node ${MAJOR} is required, but this is ${process.version}, and npm has no Node ${MAJOR} for ${process.platform}-${process.arch}. Install it and start again.`,
  );
  process.exit(1);
}

// The allocator of Linux gives every thread of a function memory of its own and keeps it when the thread ends. With two
// arenas for all of them it goes back. It reads this when a process starts, so the process starts itself again.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined) {
  const again = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  process.execve?.(process.execPath, again, { ...process.env, MALLOC_ARENA_MAX: '2' });
}

await import('./cli.ts');
