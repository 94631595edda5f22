import type { Search } from './create-search.ts';
import { routesOf, type SavedRoute, type Snapshot } from './snapshot.ts';

/**
 * Makes the present plan a child of two: plan `a`, in which the routes that resemble some neighbouring routes of plan
 * `b` most are replaced by those; visits left on no route are inserted again. After the selective route exchange of
 * Nagata, Bräysy and Dullaert (Computers & Operations Research 37, 2010). `share` is the share of `b`'s routes taken.
 */
export function crossPlans(search: Search, a: Snapshot, b: Snapshot, share: number): void {
  const { model, plan, ruin, recreate, evaluator } = search;
  const { visits, jobOf } = model;
  search.load(a);
  const donors = pickNeighbouring(search, routesOf(b), share);
  const moving = new Uint8Array(visits);
  for (const donor of donors) for (const visit of donor.visits) moving[visit] = 1;
  const resemblance = Array.from(plan.used.subarray(0, plan.size.used), (route) => {
    const own: number[] = [];
    for (let p = plan.next[visits + 2 * route]!; p < visits; p = plan.next[p]!) own.push(p);
    const shared = own.reduce((sum, visit) => sum + moving[visit]!, 0);
    return { route, own, shared, part: shared / own.length };
  }).sort((x, y) => y.part - x.part || x.route - y.route);
  plan.begin();
  for (const [rank, { route, own, shared }] of resemblance.entries()) {
    if (shared === 0) break;
    if (rank < donors.length) {
      ruin.emptyRoute(route);
      continue;
    }
    for (const visit of own) if (moving[visit] === 1) ruin.removeJob(jobOf[visit]!);
    if (!evaluator.refresh(route)) ruin.emptyRoute(route);
  }
  for (const donor of donors) adopt(search, donor);
  recreate.insertAbsent();
  search.addUp();
}

/** Routes around a random visit, at least one and never all of several. */
function pickNeighbouring(search: Search, routes: readonly SavedRoute[], share: number): SavedRoute[] {
  const { model, random, neighbours } = search;
  const { list, width } = neighbours;
  const routeOf = new Int32Array(model.visits).fill(-1);
  for (const [r, { visits }] of routes.entries()) for (const visit of visits) routeOf[visit] = r;
  const wanted = Math.max(1, Math.min(routes.length - 1, Math.round(share * routes.length)));
  const picked = new Set<number>();
  const seed = random.below(model.visits);
  for (let k = -1; k < width && picked.size < wanted; k++) {
    const route = routeOf[k < 0 ? seed : list[seed * width + k]!]!;
    if (route >= 0) picked.add(route);
  }
  return Array.from(picked, (r) => routes[r]!);
}

/** Puts a route of the other plan on its own vehicle or an identical one; where there is none, its jobs stay absent. */
function adopt({ model, plan, evaluator, ruin }: Search, { vehicle, visits }: SavedRoute): void {
  const waiting = plan.idle[model.typeOf[vehicle]!]!;
  const route = plan.count[vehicle] === 0 ? vehicle : waiting[waiting.length - 1];
  if (route === undefined) return;
  plan.layOut(route, visits);
  if (!evaluator.refresh(route)) ruin.emptyRoute(route);
}
