export { newFormToken, readFormToken } from './form-token.ts';
export { pageWords } from './page-words.ts';
export { fieldsOf, send, takeForms } from './public-reply.ts';
export { escaped, publicPage, type RenderedPage, renderNotice } from './render-page.ts';
export { checkColors } from './routes.ts';
