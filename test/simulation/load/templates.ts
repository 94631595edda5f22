import { toInstant } from '../../../lib/platform/core/clock.ts';
import { defineLoad } from './define-load.ts';

const HOUR = 3_600_000;

/** Templates that create delivery windows for the day, and people who change them meanwhile. */
export const templatesLoad = defineLoad({
  area: 'templates',
  isDrawn: true,
  drives: ['POST /v1/templates/upsert'],
  actions: [
    {
      name: 'a template of windows is made or changed',
      weight: 8,
      async run(client) {
        const { random, world } = client;
        await client.call('POST /v1/templates/upsert', {
          body: {
            templates: [
              {
                type: 'DELIVERY_WINDOW',
                externalId: `template ${random.between(1, 2)}`,
                name: 'Morning',
                startDatetime: toInstant(world.now()),
                // A template without an end would create windows for ever, and the run would never end.
                endDatetime: toInstant(world.now() + HOUR),
                daysOfWeek: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'],
                createInstancesUpToValue: 1,
                createInstancesUpToUnit: 'DAYS',
                deliveryWindowTemplatePayload: {
                  startTimeLocal: '20:00',
                  endTimeLocal: '21:00',
                  maximumCapacity: random.between(1, 5),
                },
              },
            ],
          },
        });
      },
    },
  ],
});
