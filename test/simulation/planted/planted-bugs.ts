/** A bug that is put into the product for one run: the text of one file is changed as it is loaded. */
export interface PlantedBug {
  readonly name: string;
  readonly sentence: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly from: string;
  readonly to: string;
}

/** Dropped guards, missing conditions, lost acknowledgements: the simulation has to find each of them. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'no-means-never',
    sentence: 'A "no" to a repeated call counts, although an earlier call may have been taken.',
    file: 'lib/fulfilment/dispatch/handover/settle-answer.ts',
    from: '  if (wasInDoubt) return withdraw(',
    to: '  if (!claimed) return withdraw(',
  },
  {
    name: 'silence-means-no',
    sentence: 'A provider that does not answer counts as one that refused.',
    file: 'lib/fulfilment/dispatch/handover/settle-answer.ts',
    from: "  if (answer.outcome === 'lost') return requestAgainLater(deps, claimed, 'create', answer.error);",
    to: "  if (answer.outcome === 'lost') return failAttempt(deps, claimed, 'No answer.');",
  },
  {
    name: 'next-before-withdrawn',
    sentence: 'The next provider is asked before the one before gave the package back.',
    file: 'lib/fulfilment/dispatch/withdrawal/withdraw-task.ts',
    from: "    return askAgainOrLeave(deps, held, { call: 'cancel', error, reason });",
    to: '    return failAttempt(deps, held, reason);',
  },
  {
    name: 'late-acceptance-forgotten',
    sentence:
      'A provider that accepts late, after the attempt was settled, is not told that it is not wanted.',
    file: 'lib/fulfilment/dispatch/withdrawal/release-task.ts',
    from: "  if (!provider || task.status === 'completed') return",
    to: '  if (!provider || task.status) return',
  },
  {
    name: 'canceled-goes-out',
    sentence: 'Packages of a job that is being cancelled still go out.',
    file: 'lib/fulfilment/dispatch/handover/hand-over-task.ts',
    from: '  if (isTaskOver(task.status)) return releaseTask(deps, held);',
    to: "  if (isTaskOver(task.status)) return 'done';",
  },
  {
    name: 'timer-forgets-generation',
    sentence: 'A timer fires at the time that it had before it was set again.',
    file: 'lib/platform/timers/fire-timer.ts',
    from: `    if (stored?.value.state !== 'armed' || stored.value.generation !== generation) return 'stale';
    const timer = stored.value;
    const occurredAt = toInstant(clock.now());
    if (occurredAt < timer.dueAt) {`,
    to: `    if (stored?.value.state !== 'armed') return 'stale';
    const timer = stored.value;
    const occurredAt = toInstant(clock.now());
    if (occurredAt < timer.dueAt && generation === timer.generation) {`,
  },
  {
    name: 'sweeper-sleeps',
    sentence: 'The sweeper does not fire timers whose wait is gone.',
    file: 'lib/platform/timers/sweep-timers.ts',
    from: '        return await fireTimer({ table, clock }, timer);',
    to: "        return timer.generation < 0 ? await fireTimer({ table, clock }, timer) : 'stale';",
  },
  {
    name: 'stream-never-again',
    sentence: 'Events that could not be sent to a queue are not asked for again.',
    file: 'lib/platform/events/route-events.ts',
    from: '  return { batchItemFailures: first === undefined ? [] : [{ itemIdentifier: first }] };',
    to: '  return { batchItemFailures: first === undefined || first ? [] : [{ itemIdentifier: first }] };',
  },
  {
    name: 'failed-messages-deleted',
    sentence: 'A message whose handling failed counts as handled.',
    file: 'lib/platform/events/serve-queue-worker.ts',
    from: '    await putOffMessage(deps, message, failure);\n    return true;',
    to: '    await putOffMessage(deps, message, failure);\n    return false;',
  },
  {
    name: 'lost-race-counts-as-written',
    sentence: 'A write that met a parallel one is reported as done.',
    file: 'lib/platform/table/table.ts',
    from: '      if (codes.some((code) => PASSING_CODES.has(code))) return undefined;',
    to: '      if (codes.some((code) => PASSING_CODES.has(code))) return { ok: true };',
  },
  {
    name: 'version-not-checked',
    sentence: 'A write does not ask whether the item is as it was read.',
    file: 'lib/platform/table/table.ts',
    from: "        ConditionExpression: '#version = :version',",
    to: "        ConditionExpression: '#version = :version OR #version <> :version',",
  },
  {
    name: 'mark-not-read',
    sentence: 'A single write that is sent again meets its own item and counts as lost.',
    file: 'lib/platform/table/table.ts',
    from: '      if (markOfHolder(error) !== mark) throw error;',
    to: '      if (markOfHolder(error) !== undefined || mark) throw error;',
  },
  {
    name: 'new-ids-for-the-same-key',
    sentence: 'A request that is sent again under its key makes other ids.',
    file: 'lib/platform/http/answer-once.ts',
    from: '  const ids = repeatableIds([organizationId, operation, path, key], attempt.startedAtMs);',
    to: '  const ids = repeatableIds([organizationId, operation, path, key], deps.clock.now());',
  },
  {
    name: 'message-lost-with-its-maker',
    sentence: 'A webhook message whose maker died before it was sent counts as sent.',
    file: 'lib/reactions/webhooks/make-message.ts',
    from: '  if (aggregate.one(firstSendingEntity)) return undefined;',
    to: '  if (aggregate.one(firstSendingEntity) ?? aggregate.one(webhookMessageEntity)) return undefined;',
  },
  {
    name: 'webhooks-to-everybody',
    sentence: 'Webhook endpoints of all organizations lie together.',
    file: 'lib/reactions/webhooks/endpoint.ts',
    from: "  return { organizationId, type: 'webhookEndpoints', id: 'all' };",
    to: "  return { organizationId: organizationId.slice(0, 4), type: 'webhookEndpoints', id: 'all' };",
  },
  {
    name: 'content-of-now',
    sentence: 'A webhook message that is made late shows the delivery as it is then.',
    file: 'lib/fulfilment/jobs/render-job.ts',
    from: '        ? statusHistory.slice(0, asOf.historyLength)',
    to: '        ? statusHistory.slice(0, asOf.historyLength + 50)',
  },
  {
    name: 'lease-never-ends',
    sentence: 'A webhook delivery whose sender died is taken for under way for ever.',
    file: 'lib/reactions/webhooks/attempt-delivery.ts',
    from: '  if (leaseMs > 0) throw takenByAnother(leaseMs);',
    to: "  if (state === 'sending') return undefined;\n  if (leaseMs > 0) throw takenByAnother(leaseMs);",
  },
  {
    name: 'ends-change',
    sentence: 'A delivery that is over takes another status.',
    file: 'lib/fulfilment/jobs/deliveries/delivery-lifecycle.ts',
    from: '    from: DELIVERY_STATUSES.filter((from) => !isTerminal(from) && comesAfter(to, from)),',
    to: "    from: DELIVERY_STATUSES.filter((from) => from !== 'returned' && ((isTerminal(from) && RANKS[from] === undefined) || comesAfter(to, from))),",
  },
  {
    name: 'announced-twice',
    sentence: 'Two workers that announce a batch write each event under its own time.',
    file: 'lib/fulfilment/dispatch/handover/advance-batch.ts',
    from: '  const at = delivery.createdAt;',
    to: '  const at = new Date(Date.now()).toISOString();',
  },
  {
    name: 'canceled-before-announced',
    sentence: 'A package that is cancelled before its batch is announced never gets its first events.',
    file: 'lib/fulfilment/dispatch/handover/advance-batch.ts',
    from: '    .filter(({ isPlacedTogether }) => isPlacedTogether);',
    to: "    .filter(({ isPlacedTogether, status }) => isPlacedTogether && !status.startsWith('canceled'));",
  },
  {
    name: 'moved-window-never-fires',
    sentence: 'A timer of a workflow that is set stays as it is when the window moves.',
    file: 'lib/reactions/automations/timing/window-timers.ts',
    from: "  if (moment !== undefined && timer?.value.dueAt === toInstant(moment) && timer.value.state !== 'disarmed')",
    to: "  if (moment !== undefined && timer?.value.dueAt && timer.value.state !== 'disarmed')",
  },
  {
    name: 'archived-still-found',
    sentence: 'The external id of an archived order is not marked as archived.',
    file: 'lib/ordering/orders/change-order.ts',
    from: "  if (isSame && isArchived === (before.status === 'archived')) return [];",
    to: '  if (isSame) return [];',
  },
  {
    name: 'asked-only-once',
    sentence: 'A provider whose news got lost is asked once, and never again.',
    file: 'lib/fulfilment/provider-news/poll-provider.ts',
    from: '  if (now) await requestAgain(deps, now, isUnknown);',
    to: '  if (now && !hasFired) await requestAgain(deps, now, isUnknown);',
  },
  {
    name: 'canceled-in-doubt',
    sentence: 'A delivery that is cancelled while its provider is being asked is not given back.',
    file: 'lib/fulfilment/dispatch/withdrawal/cancel-rest.ts',
    from: "  const isHeld = task.status === 'running' || handover.doubt;",
    to: "  const isHeld = task.status === 'running';",
  },
  {
    name: 'attempts-without-end',
    sentence: 'A package is offered to further providers when its strategy has no attempts left.',
    file: 'lib/fulfilment/dispatch/attempts/plan-next-attempt.ts',
    from: '  if (tried.length >= of.limit) return undefined;',
    to: '  if (tried.length < 0) return undefined;',
  },
  {
    name: 'expired-quote-sells',
    sentence: 'A quote sends a delivery out at its price after it has expired.',
    file: 'lib/fulfilment/dispatch/choice/refuse-quote.ts',
    from: '  if (expireTime !== null && expireTime <= now) {',
    to: "  if (expireTime !== null && now === '') {",
  },
  {
    name: 'key-never-expires',
    sentence: 'The credential of an API key is made without the end that the key has.',
    file: 'lib/people/tenancy/credential.ts',
    from: '    driverGroupIds,\n    expiresAt,\n    retiredAt: null,',
    to: '    driverGroupIds,\n    expiresAt: null,\n    retiredAt: null,',
  },
  {
    name: 'places-stay-taken',
    sentence: 'A place of a delivery window that is given up stays taken.',
    file: 'lib/ordering/windows/window-bookings.ts',
    from: '    const used = Math.max(0, (before?.value.used ?? 0) + change);',
    to: '    const used = (before?.value.used ?? 0) + Math.max(0, change);',
  },
  {
    name: 'denied-get-messages',
    sentence: 'Nobody looks at the deny list before a message is sent.',
    file: 'lib/reactions/notifications/messages/send-notification.ts',
    from: '  if (isPersonal && (await isDenied(',
    to: '  if (!isPersonal && (await isDenied(',
  },
  {
    name: 'consumer-forgotten',
    sentence: 'The router hands an event to the first two of its consumers.',
    file: 'lib/platform/events/route-events.ts',
    from: 'const ways = (deps.routes.get(event.name) ?? []).filter(',
    to: 'const ways = (deps.routes.get(event.name) ?? []).slice(0, 2).filter(',
  },
  {
    name: 'due-order-not-armed-again',
    sentence: 'The timer of an order that was stopped is not set again for the same time.',
    file: 'lib/fulfilment/dispatch/orders/dispatch-due-order.ts',
    from: "  const isRight = stored?.value.state === 'armed' && stored.value.dueAt === dueAt;",
    to: '  const isRight = stored?.value.dueAt === dueAt;',
  },
  {
    name: 'stop-without-deliveries',
    sentence: "A driver's report completes a stop and leaves its deliveries as they are.",
    file: 'lib/fleet/routes/commit-steps.ts',
    from: '  if (members <= MAX_OPERATIONS) return commitRoutes(deps, whole(all, told));',
    to: '  if (members <= MAX_OPERATIONS) return commitRoutes(deps, change);',
  },
  {
    name: 'stops-end-the-route',
    sentence: 'A route is over with its last stop, whatever became of its deliveries.',
    file: 'lib/fleet/routes/end-route.ts',
    from: '  return orders.every(({ delivery }) => delivery?.isOver === true);',
    to: '  return orders.length > 0;',
  },
  {
    name: 'any-organization-opens',
    sentence: 'A key opens every organization that its request names.',
    file: 'lib/people/tenancy/judge-key.ts',
    from: `    // The area asks for the organization, or refuses the named one.
    return { grant: { ...grant, permissions: [] } };`,
    to: "    return { grant: { ...grant, organizations: [{ id: organizationId ?? '', listShards: 1 }] } };",
  },
];
