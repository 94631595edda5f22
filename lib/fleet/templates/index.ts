export { followTemplate } from './follow-templates.ts';
export type { TemplateDeps } from './make-instances.ts';
export { invalidTemplate } from './refusals.ts';
export { DAYS_OF_WEEK, type Template, TIME_UNITS } from './template.ts';
export { templateTimer } from './template-timer.ts';
export { type SavedTemplate, type TemplateInput, upsertTemplates } from './upsert-templates.ts';
