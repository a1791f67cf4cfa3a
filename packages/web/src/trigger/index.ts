/** What other screens borrow from the API Builder. */
export { ApiBuilder } from './api-builder.tsx';
