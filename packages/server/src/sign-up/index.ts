export { newFormToken, readFormToken } from './form-token.ts';
export { fieldsOf, send, sendNotice, takeForms } from './public-reply.ts';
export { escaped, publicPage, type RenderedPage, renderNotice } from './render-page.ts';
export { checkColors } from './routes.ts';
