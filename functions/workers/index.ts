import type { QueueWorker, TaskWorker } from '../../lib/platform/events/index.ts';
import { worker as assignCouriers } from './assign-couriers.ts';
import { worker as attemptDispatch } from './attempt-dispatch.ts';
import { worker as carryOptimization } from './carry-optimization.ts';
import { worker as closeDays } from './close-days.ts';
import { worker as closeWindows } from './close-windows.ts';
import { worker as countFacts } from './count-facts.ts';
import { worker as dispatchOrders } from './dispatch-orders.ts';
import { worker as dispatchPlans } from './dispatch-plans.ts';
import { worker as doBulkWork } from './do-bulk-work.ts';
import { worker as doWorkflowWork } from './do-workflow-work.ts';
import { worker as extendWindows } from './extend-windows.ts';
import { worker as fireTimer } from './fire-timer.ts';
import { worker as followRecurringOrders } from './follow-recurring-orders.ts';
import { worker as followRoutes } from './follow-routes.ts';
import { worker as followTemplates } from './follow-templates.ts';
import { worker as followWindows } from './follow-windows.ts';
import { worker as handlePersonalData } from './handle-personal-data.ts';
import { worker as inviteUsers } from './invite-users.ts';
import { worker as keepOptimizationSchedules } from './keep-optimization-schedules.ts';
import { worker as syncSchedules } from './keep-schedules.ts';
import { worker as leaveLane } from './leave-lane.ts';
import { worker as leaveTable } from './leave-table.ts';
import { worker as makeNotifications } from './make-notifications.ts';
import { worker as makeWebhookMessages } from './make-webhook-messages.ts';
import { worker as pollProviders } from './poll-providers.ts';
import { worker as pushToDrivers } from './push-to-drivers.ts';
import { worker as recordFacts } from './record-facts.ts';
import { worker as replayWorkflows } from './replay-workflows.ts';
import { worker as reviewDeliveries } from './review-deliveries.ts';
import { worker as runWorkflows } from './run-workflows.ts';
import { worker as sendEmail } from './send-email.ts';
import { worker as sendSlack } from './send-slack.ts';
import { worker as sendSlowWebhooks } from './send-slow-webhooks.ts';
import { worker as sendSms } from './send-sms.ts';
import { worker as sendTeams } from './send-teams.ts';
import { worker as sendWebhook } from './send-webhook.ts';
import { worker as sendWebhooks } from './send-webhooks.ts';
import { worker as sendWhatsapp } from './send-whatsapp.ts';
import { worker as sendWorkflowMessages } from './send-workflow-messages.ts';
import { worker as solvePart } from './solve-part.ts';
import { worker as splitUploads } from './split-uploads.ts';
import { worker as startAgentRun } from './start-agent-run.ts';
import { worker as startOptimization } from './start-optimization.ts';
import { worker as startScheduledOptimization } from './start-scheduled-optimization.ts';
import { worker as startScheduledWorkflow } from './start-scheduled-workflow.ts';
import { worker as startSimulation } from './start-simulation.ts';
import { worker as startTimer } from './start-timer.ts';
import { worker as stepAgentRun } from './step-agent-run.ts';
import { worker as stepSimulation } from './step-simulation.ts';
import { worker as sweepTimers } from './sweep-timers.ts';
import { worker as takeShopMessages } from './take-shop-messages.ts';
import { worker as tellShops } from './tell-shops.ts';
import { worker as trackCouriers } from './track-couriers.ts';
import { worker as watchHealth } from './watch-health.ts';
import { worker as watchPositions } from './watch-positions.ts';
import { worker as watchRoutes } from './watch-routes.ts';
import { worker as writeLake } from './write-lake.ts';

/** Every consumer of events. The stack creates a queue and a function for each and routes the events it consumes. */
export const queueWorkers: readonly QueueWorker<never>[] = [
  leaveLane,
  writeLake,
  handlePersonalData,
  dispatchOrders,
  attemptDispatch,
  pollProviders,
  startTimer,
  fireTimer,
  startSimulation,
  startOptimization,
  startAgentRun,
  dispatchPlans,
  followRoutes,
  trackCouriers,
  watchPositions,
  assignCouriers,
  watchHealth,
  makeWebhookMessages,
  sendWebhooks,
  sendSlowWebhooks,
  makeNotifications,
  sendEmail,
  sendSms,
  sendWhatsapp,
  sendSlack,
  sendTeams,
  sendWebhook,
  closeWindows,
  followWindows,
  extendWindows,
  followRecurringOrders,
  runWorkflows,
  doWorkflowWork,
  sendWorkflowMessages,
  inviteUsers,
  followTemplates,
  doBulkWork,
  syncSchedules,
  replayWorkflows,
  reviewDeliveries,
  keepOptimizationSchedules,
  watchRoutes,
  splitUploads,
  takeShopMessages,
  tellShops,
  recordFacts,
  countFacts,
  pushToDrivers,
];

/** Every function that a state machine or a schedule invokes. */
export const taskWorkers: readonly Omit<TaskWorker, 'input' | 'handle'>[] = [
  sweepTimers,
  leaveTable,
  closeDays,
  stepSimulation,
  carryOptimization,
  solvePart,
  stepAgentRun,
  startScheduledWorkflow,
  startScheduledOptimization,
];
