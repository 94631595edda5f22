/** What the local cloud uses of the machine. */
export interface MemoryUse {
  /** Resident memory of its process with all functions; the database runs in another process. */
  readonly megabytes: number;
  /** Threads that functions run in. */
  readonly functionThreads: number;
}

/** Measures now. */
export function memoryUse(functionThreads: number): MemoryUse {
  return { megabytes: Math.round(process.memoryUsage.rss() / 1024 ** 2), functionThreads };
}
