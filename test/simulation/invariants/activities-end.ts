import { defineInvariant } from './define-invariant.ts';

const OVER = ['SUCCESS', 'FAILED', 'CANCELLED', 'SKIPPED'];
const ENDED = ['completed', 'failed', 'cancelled'];

export const activitiesEnd = defineInvariant({
  name: 'activities-end',
  number: 1,
  sentence: 'Every activity and every run of an agent that was requested comes to an end.',
  atEnd({ world }, report) {
    for (const { data } of world.items('activity'))
      if (!OVER.includes(String(data.status))) report(`${data.id} (${data.action}) is still ${data.status}.`);
    for (const { data } of world.items('agentRun'))
      if (!ENDED.includes(String(data.status))) report(`${data.id} is still ${data.status}.`);
  },
});
