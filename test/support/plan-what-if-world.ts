import { activitiesArea } from '../../functions/api/activities/index.ts';
import { planningArea } from '../../functions/api/planning/index.ts';
import { estimatedTravel } from '../../lib/engines/travel/index.ts';
import { prepareOptimization } from '../../lib/fleet/planning/index.ts';
import type { KeyGrant } from '../../lib/platform/access/index.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { defaultPreferences } from '../../lib/platform/organization/index.ts';
import { carryOptimization } from './carry-optimization.ts';
import { anyGrant, httpEvent } from './http-event.ts';
import { memoryBucket } from './memory-bucket.ts';
import { type RoutesApi, startRoutesApi } from './routes-api.ts';

type Json = ReturnType<typeof JSON.parse>;

/** An answer of the API. */
interface Answer {
  readonly status: number;
  readonly json: Json;
}

/** An organization with routes, whose days are planned again; its clock stands at 2026-03-02 09:00 UTC. */
export interface PlanWhatIfWorld extends RoutesApi {
  /** The time zone in which the organization's days are. */
  readonly timeZone: string;
  /** Asks about a day, by default 2026-03-02. */
  ask(body: object, grant?: Partial<KeyGrant>): Promise<Answer>;
  /** Calls an operation about activities. */
  activity(routeKey: string, id: string, grant?: Partial<KeyGrant>): Promise<Answer>;
  /** Has an activity carried out. */
  carry(id: string): Promise<void>;
  /** Has only the first step of an activity carried out. */
  begin(id: string): Promise<void>;
  /** Keys of what activities have left in the bucket. */
  files(): readonly string[];
  /** Asks, has it carried out, twice as after a crash, and returns the result. */
  answered(body: object): Promise<Json>;
}

/** Starts it. */
export async function startPlanWhatIf({ timeZone = 'UTC', iterations = 400 } = {}): Promise<PlanWhatIfWorld> {
  const values = { ...defaultPreferences(), timeZone };
  const api = await startRoutesApi(values);
  const bucket = memoryBucket();
  const call = async (routeKey: string, request: object, grant: Partial<KeyGrant> = {}) => {
    const deps = { ...api.db.deps, travel: estimatedTravel() };
    const preferences = { organizationId: 'org_test', values };
    const isPlanning = planningArea.endpoints.some((endpoint) => endpoint.routeKey === routeKey);
    const area = isPlanning ? planningArea : (activitiesArea as unknown as typeof planningArea);
    const verdict = { grant: anyGrant({ preferences, ...grant }) };
    const reply = await serveArea(area, () => deps)(httpEvent(routeKey, { verdict, ...request }));
    return { status: reply.statusCode, json: JSON.parse(reply.body) as Json };
  };
  const ask: PlanWhatIfWorld['ask'] = (body, grant) =>
    call(
      'POST /v1/activities/planning-what-ifs',
      { body: { name: 'A', date: '2026-03-02', ...body } },
      grant,
    );
  const activity: PlanWhatIfWorld['activity'] = (routeKey, id, grant) =>
    call(routeKey, { params: { id } }, grant);
  const deps = { ...api.db.deps, travel: estimatedTravel(), bucket, iterations };
  const runOf = (activityId: string) => ({ organizationId: 'org_test', activityId });
  const carry = (id: string) => carryOptimization(deps, runOf(id));
  return {
    ...api,
    timeZone,
    ask,
    activity,
    carry,
    begin: async (id) => {
      await prepareOptimization(deps, runOf(id));
    },
    files: () => [...bucket.objects.keys()],
    async answered(body) {
      const { status, json } = await ask(body);
      if (status !== 200) throw new Error(`It was refused with ${status}: ${JSON.stringify(json)}`);
      await carry(json.id);
      await carry(json.id);
      const ended = await activity('GET /v1/activities/{id}', json.id);
      if (ended.json.status !== 'SUCCESS') throw new Error(`It ended as ${JSON.stringify(ended.json)}`);
      return ended.json.result;
    },
  };
}
