/** Which rooms listen to which lower ones. */
import { memberLeaves } from './account/team-store.ts';
import { questionsChange } from './flow/edit.ts';
import { unassign } from './inbox/store.ts';
import { forgetQuestions } from './reports/heads.ts';

/** Wires every hook; more than once is the same as once. */
export function wireHooks(): void {
  memberLeaves.wire(unassign);
  questionsChange.wire(forgetQuestions);
}
