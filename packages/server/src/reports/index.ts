export { campaignFigures } from './campaign-figures.ts';
export { insertReport } from './store.ts';
export { layoutOf, TEMPLATE_REPORTS } from './templates.ts';
