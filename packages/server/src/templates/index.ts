export { ICONS } from './icons.ts';
export { QUESTION_TEMPLATES } from './questions.ts';
export { FLOW } from './shipped/shipped-template.ts';
export { findShipped, isShipped, SHIPPED, shippedFlow } from './shipped-templates.ts';
export { brandOf, findOwnTemplate, listOwnTemplates } from './store.ts';
