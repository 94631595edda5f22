/** A provider that did not answer in time: an outage, its effect unknown. */
export class ProviderTimeout extends Error {
  constructor(providerName: string, call: string, limitMs: number) {
    super(`${providerName} did not answer "${call}" within ${limitMs} ms.`);
    this.name = 'ProviderTimeout';
  }
}

/**
 * Calls a provider and waits at most `limitMs` for it, even when the adapter does not heed the signal. Throws
 * `ProviderTimeout` then, and whatever the adapter throws otherwise.
 */
export async function callProvider<Answer>(call: {
  providerName: string;
  /** Name of the call, for the log. */
  name: string;
  limitMs: number;
  run: (signal: AbortSignal) => Promise<Answer>;
}): Promise<Answer> {
  const { providerName, name, limitMs, run } = call;
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new ProviderTimeout(providerName, name, limitMs);
      abort.abort(late);
      reject(late);
    }, limitMs);
  });
  try {
    return await Promise.race([run(abort.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
