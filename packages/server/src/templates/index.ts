export { FLOW } from './catalogue/template.ts';
export { ICONS } from './icons.ts';
export { QUESTION_TEMPLATES } from './questions.ts';
export { findShipped, isShipped, SHIPPED, shippedFlow } from './shipped.ts';
export { brandOf, findOwnTemplate, listOwnTemplates } from './store.ts';
