import type { WorkflowTemplate } from './define-template.ts';
import { deliveryTemplates } from './delivery-templates.ts';
import { orderTemplates } from './order-templates.ts';

/** The templates that come with the service. */
export const workflowTemplates: readonly WorkflowTemplate[] = Object.freeze([
  ...orderTemplates,
  ...deliveryTemplates,
]);
