export { addToAccountDays, countedSince, forgetAccountDays } from './account-days.ts';
export { answersChanged, answersChanging, pastAnswersStored } from './hooks.ts';
export { eventStatements, type NewEvent, recordEvents } from './record.ts';
export { type StepVisit, stepVisitStatements } from './step-visits.ts';
