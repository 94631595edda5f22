import type { DemoApi } from './api.ts';

/** Creates a strategy that dispatches automatically and asks these providers in this order. Returns its id. */
export async function demoStrategy(
  api: DemoApi,
  name: string,
  allowedProviders: readonly string[],
): Promise<string> {
  const { id } = await api.call<{ id: string }>('POST', '/v1/options_group', {
    label: `Demo ${name}`,
    allowedProviders,
    enableAutoDispatch: true,
    providerSelectionStrategy: 'preferred_order',
    reassignOnFailure: true,
  });
  return id;
}
