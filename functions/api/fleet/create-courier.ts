import {
  createDriver,
  fleetIdTaken,
  invalidCourier,
  invalidFleetInput,
} from '../../../lib/fleet/fleet/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal, Refusal } from '../../../lib/platform/core/refusal.ts';
import { courierExample, courierReply, newCourier, renderCourier } from './courier-schemas.ts';
import { editorOf, fleetEndpoint } from './deps.ts';

export const createCourier = fleetEndpoint({
  name: 'createCourier',
  method: 'POST',
  path: '/v1/courier',
  area: 'Fleet',
  summary: 'Create a driver',
  permission: 'WRITE_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  body: newCourier,
  invalidInput: invalidCourier,
  reply: courierReply,
  bodyExample: {
    firstName: 'Grace',
    lastName: 'Hopper',
    phoneNumber: '+14155550117',
    externalIdentifier: 'driver-17',
    workRelationship: 'EMPLOYEE',
    dateOfBirth: '1990-05-17',
  },
  replyExample: courierExample,
  refusals: [invalidCourier, fleetIdTaken, contentionOver('driver')],
  async handle({ input: { body }, ctx }) {
    const driver = await createDriver(ctx, editorOf(ctx), body, ctx.ids.next('cou'));
    if (!isRefusal(driver)) return renderCourier(ctx, driver);
    return driver.kind === invalidFleetInput.kind
      ? new Refusal(invalidCourier.kind, driver.message, driver.details)
      : driver;
  },
});
