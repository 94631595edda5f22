import { change } from '../kit/api.ts';
import type { Route } from '../kit/types.ts';
import { attempt } from '../kit/ui.tsx';
import { planTexts } from '../texts/texts.ts';
import { planning } from './late-failures.ts';
import type { useUndo } from './undo.ts';

/** Edits of planned routes, each of which can be undone. `after` is called when stops were moved or orders added. */
export function usePlanEdits(
  routes: readonly Route[],
  undo: ReturnType<typeof useUndo>,
  after: { readonly moved: () => void; readonly added: () => void },
) {
  const move = async (stopIds: readonly string[], fromId: string, toId: string, position?: number) => {
    const from = routes.find(({ id }) => id === fromId);
    const before = from?.stops.map(({ id }) => id) ?? [];
    const done = await attempt(() =>
      change('POST', `/v1/routes/${fromId}/move-stops`, {
        stopIds,
        toRouteId: toId,
        ...(position === undefined ? {} : { position }),
      }),
    );
    if (!done) return;
    after.moved();
    undo.push(planTexts.routes.moved(stopIds.length), async () => {
      await change('POST', `/v1/routes/${toId}/move-stops`, { stopIds, toRouteId: fromId });
      await change('PATCH', `/v1/routes/${fromId}`, { stopIds: before });
    });
  };
  const reorder = async (route: Route, stopIds: readonly string[]) => {
    const before = route.stops.map(({ id }) => id);
    const done = await attempt(() => change('PATCH', `/v1/routes/${route.id}`, { stopIds }));
    if (done)
      undo.push(planTexts.routes.reordered, () =>
        change('PATCH', `/v1/routes/${route.id}`, { stopIds: before }),
      );
  };
  const resequence = async (route: Route) => {
    const before = route.stops.map(({ id }) => id);
    const done = await attempt(
      () =>
        planning(() =>
          change<{ violations: readonly unknown[] }>('POST', `/v1/routes/${route.id}/resequence`),
        ),
      ({ violations }) => planTexts.routes.resequenced(violations.length),
    );
    if (done) undo.push('', () => change('PATCH', `/v1/routes/${route.id}`, { stopIds: before }));
  };

  const addOrders = async (orderIds: readonly string[], toId: string) => {
    const before = routes.find(({ id }) => id === toId)?.stops ?? [];
    const done = await attempt(() => change('POST', `/v1/routes/${toId}/orders`, { orderIds }));
    if (!done) return;
    after.added();
    undo.push(planTexts.routes.added(orderIds.length), () =>
      change('POST', '/v1/routes', {
        externalId: toId,
        stops: before.map(({ id, stopType, objectIds }) => ({ id, stopType, objectIds })),
      }),
    );
  };

  return { move, reorder, resequence, addOrders };
}
