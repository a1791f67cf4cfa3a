/** What other screens borrow from the API trigger: the builder, embedded by a campaign's id. */
export { ApiBuilder } from './api-builder.tsx';
