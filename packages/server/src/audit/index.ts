export { type Actor, noteAct, noteOfUser } from './note.ts';
