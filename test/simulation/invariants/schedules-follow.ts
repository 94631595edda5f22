import { digest } from '../../../lib/platform/core/ids.ts';
import { defineInvariant } from './define-invariant.ts';

export const schedulesFollow = defineInvariant({
  name: 'schedules-follow',
  number: 15,
  sentence:
    'There is a schedule for each that a strategy of optimizations has, and none of a deleted strategy.',
  atEnd({ world, schedules }, report) {
    const wanted = world.items('optimizationStrategy').flatMap(({ data }) => {
      if (data.isDeleted) return [];
      const { optimizationSchedules, dynamicCadenceConfig } = data.settings as {
        readonly optimizationSchedules: readonly unknown[];
        readonly dynamicCadenceConfig: unknown;
      };
      const count = optimizationSchedules.length + (dynamicCadenceConfig === null ? 0 : 1);
      const name = `strategy-${digest('schedule', String(data.organizationId), String(data.id))}`;
      return Array.from({ length: count }, (_, index) => `${name}-${index}`);
    });
    const there = schedules.names().filter((name) => name.startsWith('strategy-'));
    for (const name of wanted) if (!there.includes(name)) report(`There is no schedule ${name}.`);
    for (const name of there) if (!wanted.includes(name)) report(`The schedule ${name} is nobody's.`);
  },
});
