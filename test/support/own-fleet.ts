import { inviteDriver } from '../../functions/api/driver-phones/invite-driver.ts';
import { signInDriver } from '../../functions/api/driver-phones/sign-in.ts';
import { createCourier } from '../../functions/api/fleet/create-courier.ts';
import { createShift } from '../../functions/api/fleet/create-shift.ts';
import { createVehicle } from '../../functions/api/fleet/create-vehicle.ts';
import { upsertDriverGroup } from '../../functions/api/fleet/upsert-driver-group.ts';
import { assignmentEntity, heldTaskEntity } from '../../lib/fleet/own-fleet/provider/index.ts';
import { toInstant } from '../../lib/platform/core/clock.ts';
import { create } from '../../lib/platform/table/index.ts';
import type { MakeResource } from './own-resource.ts';

const courier: MakeResource = async ({ call, key, deps }) => {
  const body = { ...(createCourier.bodyExample as object), externalIdentifier: deps.ids.next('cou') };
  const reply = await call(createCourier.routeKey, { key, body: { ...body, vehicleIds: [] } });
  return { params: { id: reply.json.id } };
};

const vehicle: MakeResource = async ({ call, key }) => {
  const reply = await call(createVehicle.routeKey, { key, body: { name: 'Van', enabled: true } });
  return { params: { id: reply.json.id } };
};

const shift: MakeResource = async ({ call, key }) => {
  const reply = await call(createShift.routeKey, {
    key,
    body: { ...(createShift.bodyExample as object), courierId: null },
  });
  return { params: { id: reply.json.id } };
};

const driverGroup: MakeResource = async ({ call, key, deps }) => {
  const body = { externalIdentifier: deps.ids.next('cou'), name: 'Own' };
  const reply = await call(upsertDriverGroup.routeKey, { key, body });
  return { params: { first_version_contract_id: reply.json.driverGroup.firstVersionContractId } };
};

/** A task that the own fleet has offered to a courier. */
const offeredTask: MakeResource = async (maker) => {
  const { deps, organizationId } = maker;
  const { params } = await courier(maker);
  const id = deps.ids.next('tsk');
  const jobId = deps.ids.next('job');
  const at = toInstant(deps.clock.now());
  await deps.table.write([
    create(heldTaskEntity, { organizationId, id, assignmentId: id, jobId, state: 'held' }),
    create(assignmentEntity, {
      organizationId,
      id,
      jobId,
      phase: 'offered',
      courierId: String(params.id),
      offeredUntil: toInstant(deps.clock.now() + 3_600_000),
      assignedBy: 'strategy',
      refusedBy: [],
      carriedBefore: [],
      turn: 1,
      searchUntil: at,
      acceptanceSeconds: 60,
      createdAt: at,
      updatedAt: at,
    }),
  ]);
  return { params: { taskId: id }, body: { courierId: params.id } };
};

/** A phone on which a driver is signed in. */
const phone: MakeResource = async (maker) => {
  const { params } = await courier(maker);
  const { call, key, deps } = maker;
  const invited = await call(inviteDriver.routeKey, { key, body: { courierId: params.id } });
  const device = { key: deps.ids.next('phn'), name: 'Phone' };
  const signedIn = await call(signInDriver.routeKey, { body: { code: invited.json.code, device } });
  return { params: { id: signedIn.json.phone.id }, token: signedIn.json.token };
};

/** Driver groups, drivers, vehicles and shifts, for endpoints with one of them in their path. */
export const fleetResources: Readonly<Record<string, MakeResource>> = {
  getDriverGroup: driverGroup,
  getCourier: courier,
  listAssignments: courier,
  revokeDriverPhone: (maker) => phone(maker).then(({ params }) => ({ params })),
  setPhonePush: (maker) => phone(maker).then(({ token = '' }) => ({ params: {}, token })),
  setCourierPosition: courier,
  acceptTask: offeredTask,
  refuseTask: offeredTask,
  updateCourier: courier,
  getVehicle: vehicle,
  updateVehicle: vehicle,
  getShift: shift,
};
