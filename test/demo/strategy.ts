import type { DemoApi } from './api.ts';

/** Id of a new strategy that dispatches by itself and asks these providers in this order. */
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
