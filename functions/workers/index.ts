import type { QueueWorker, TaskWorker } from '../../lib/events/index.ts';
import { worker as attemptDispatch } from './attempt-dispatch.ts';
import { worker as closeWindows } from './close-windows.ts';
import { worker as dispatchOrders } from './dispatch-orders.ts';
import { worker as doWorkflowWork } from './do-workflow-work.ts';
import { worker as extendWindows } from './extend-windows.ts';
import { worker as fireTimer } from './fire-timer.ts';
import { worker as followRoutes } from './follow-routes.ts';
import { worker as followWindows } from './follow-windows.ts';
import { worker as makeNotifications } from './make-notifications.ts';
import { worker as makeWebhookMessages } from './make-webhook-messages.ts';
import { worker as optimizeOrders } from './optimize-orders.ts';
import { worker as pollProviders } from './poll-providers.ts';
import { worker as recordOutcomes } from './record-outcomes.ts';
import { worker as runWorkflows } from './run-workflows.ts';
import { worker as sendEmail } from './send-email.ts';
import { worker as sendSlack } from './send-slack.ts';
import { worker as sendSms } from './send-sms.ts';
import { worker as sendTeams } from './send-teams.ts';
import { worker as sendWebhook } from './send-webhook.ts';
import { worker as sendWebhooks } from './send-webhooks.ts';
import { worker as sendWhatsapp } from './send-whatsapp.ts';
import { worker as sendWorkflowMessages } from './send-workflow-messages.ts';
import { worker as startOptimization } from './start-optimization.ts';
import { worker as startSimulation } from './start-simulation.ts';
import { worker as startTimer } from './start-timer.ts';
import { worker as stepSimulation } from './step-simulation.ts';
import { worker as sweepTimers } from './sweep-timers.ts';
import { worker as trackCouriers } from './track-couriers.ts';

/** Every consumer of events. The stack makes a queue and a function of each and routes what they consume. */
export const queueWorkers: readonly QueueWorker<never>[] = [
  dispatchOrders,
  attemptDispatch,
  pollProviders,
  recordOutcomes,
  startTimer,
  fireTimer,
  startSimulation,
  startOptimization,
  followRoutes,
  trackCouriers,
  makeWebhookMessages,
  sendWebhooks,
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
  runWorkflows,
  doWorkflowWork,
  sendWorkflowMessages,
];

/** Every function that a state machine or a schedule invokes. */
export const taskWorkers: readonly Omit<TaskWorker, 'input' | 'handle'>[] = [
  sweepTimers,
  stepSimulation,
  optimizeOrders,
];
