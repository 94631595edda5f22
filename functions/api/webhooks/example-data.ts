import { routeExample } from '../../../lib/fleet/routes/index.ts';
import { jobExample } from '../dispatch/examples.ts';

const [configuration] = jobExample.jobConfigurations;

/** The orders of a delivery window, as `shift.dispatched` reports them. */
const shiftExample = {
  eventSourceId: 'dwn_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  created_job_ids: [jobExample.id],
  errors: { ord_01KJQ8Z6Q4T9V2N5X7C3B1M0K9: 'No provider can carry this order.' },
};

/** What a driver filled in, as `form.submitted` reports it. */
const formExample = {
  id: '3w5e11264sgsf2r5c1q8y6nmxz',
  courierId: 'cou_01JD8Z6Q4T9V2N5X7C3B1M0K8J',
  formKey: 'vehicle-check',
  formName: 'Check of the vehicle',
  driverName: 'Ana Ruiz',
  deliveryId: null,
  routeId: null,
  stopId: null,
  submittedAt: '2026-03-05T15:04:00.000Z',
  answers: [{ key: 'mileage', label: 'Mileage', value: 48_211 }],
};

/** The `data` of an example message of this event type: a job whose delivery has just had that event, a route or a window. */
export function exampleData(eventType: string): unknown {
  if (eventType.startsWith('route.')) return routeExample;
  if (eventType === 'shift.dispatched') return shiftExample;
  if (eventType === 'form.submitted') return formExample;
  const [type, event = ''] = eventType.split('.');
  const [task] = configuration?.tasks ?? [];
  if (type !== 'delivery' || !configuration || !task?.delivery) return jobExample;
  const { statusHistory, ...rest } = task.delivery;
  const status = { created_at: rest.updatedAt, status: event };
  const delivery = {
    ...rest,
    status: event,
    statusHistory: event === 'created' ? statusHistory : [...statusHistory, status],
  };
  return {
    ...jobExample,
    jobConfigurations: [{ ...configuration, tasks: [{ ...task, delivery }], delivery }],
  };
}
