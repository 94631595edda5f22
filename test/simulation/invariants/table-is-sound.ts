import { dataOf, defineInvariant } from './define-invariant.ts';

export const tableIsSound = defineInvariant({
  name: 'table-is-sound',
  number: 15,
  sentence: 'Every claim has its owner, every part its whole, and every index row its item.',
  watch({ world }, report) {
    world.listen(({ before, after, keys }) => {
      const [old, now] = [before?.version, after?.version];
      if (old !== undefined && now !== undefined && now !== Number(old) + 1 && after?.type === before?.type) {
        // An expired item may be created anew before it is swept.
        if (now !== 1) report(`${keys.pk} ${keys.sk} went from version ${old} to ${now}.`);
      }
      const value = dataOf(after);
      if (value?.organizationId && !String(after?.pk).startsWith(`${value.organizationId}#`)) {
        report(`An item of ${value.organizationId} lies in ${after?.pk}.`);
      }
    });
  },
  atEnd({ world }, report) {
    const ids = (kind: string) => new Set(world.items(kind).map(({ data }) => data.id));
    const [jobs, orders, tasks] = [ids('job'), ids('order'), ids('task')];
    for (const { data } of world.items('packageClaim')) {
      if (!jobs.has(data.jobId))
        report(`The package claim ${data.externalIdentifier} names no job: ${data.jobId}.`);
    }
    for (const { data } of world.items('jobIdentifier')) {
      if (!jobs.has(data.jobId))
        report(`The identifier ${data.externalIdentifier} names no job: ${data.jobId}.`);
    }
    const references = new Map<string, unknown>();
    for (const { data } of world.items('orderReference')) {
      const owner = world.items('order').find((order) => order.data.id === data.orderId)?.data;
      references.set(`${data.orderId} ${data.externalId}`, data.isArchived);
      if (!owner) report(`The external id ${data.externalId} is that of no order: ${data.orderId}.`);
      else if (owner.externalId !== data.externalId)
        report(`${owner.id} is found by ${data.externalId} and has ${owner.externalId}.`);
    }
    for (const { data: order } of world.items('order')) {
      if (order.externalId === undefined) continue;
      const isArchived = references.get(`${order.id} ${order.externalId}`);
      if (isArchived === undefined)
        report(`${order.id} is not found by its external id ${order.externalId}.`);
      else if (isArchived !== (order.status === 'archived')) {
        report(
          `${order.id} is ${order.status}, and its external id ${isArchived ? 'is archived' : 'is not'}.`,
        );
      }
    }
    for (const { data } of [...world.items('task'), ...world.items('delivery')]) {
      if (!jobs.has(data.jobId)) report(`${data.id} is of no job.`);
    }
    for (const { data } of world.items('delivery'))
      if (!tasks.has(data.taskId)) report(`${data.id} is of no task.`);
    const carried = new Map<unknown, unknown[]>();
    for (const { data } of world.items('configuration')) {
      if (!data.orderId) continue;
      if (!orders.has(data.orderId)) report(`${data.id} is of no order.`);
      if (!data.canceledAt && !data.exhaustedAt) {
        carried.set(data.orderId, [...(carried.get(data.orderId) ?? []), data.jobId]);
      }
    }
    for (const { data: order } of world.items('order')) {
      if (order.status !== 'dispatched') continue;
      const of = world
        .items('configuration')
        .filter(({ data }) => data.orderId === order.id && data.jobId === order.jobId);
      if (of.length === 0) report(`${order.id} is dispatched as ${order.jobId}, which does not carry it.`);
    }
  },
});
