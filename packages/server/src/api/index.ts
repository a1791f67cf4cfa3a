export { answerNothing, isApiPath } from './no-path.ts';
