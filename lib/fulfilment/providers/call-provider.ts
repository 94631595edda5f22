import type { Provider, ProviderTimeLimits } from './provider.ts';

/** A provider that did not answer in time: an outage, its effect unknown. */
export class ProviderTimeout extends Error {
  constructor(providerName: string, call: string, limitMs: number) {
    super(`${providerName} did not answer "${call}" within ${limitMs} ms.`);
    this.name = 'ProviderTimeout';
  }
}

/** Operations of a provider with a time limit: `create`, `cancel` and so on. */
type CallName = keyof ProviderTimeLimits extends `${infer Name}Ms` ? Name : never;

/**
 * Calls a provider and waits no longer than its time limit for such a call, even when the adapter ignores the signal.
 * In that case it throws `ProviderTimeout`, otherwise whatever the adapter throws.
 */
export async function callProvider<Answer>(
  provider: Pick<Provider, 'name' | 'timeLimits'>,
  call: CallName,
  run: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const limitMs = provider.timeLimits[`${call}Ms`];
  const abort = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const late = new ProviderTimeout(provider.name, call, limitMs);
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
