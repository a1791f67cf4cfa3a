/** The flow check on branches: what is meant for one answer, and reached by others too. */
import type { CompiledFlow } from './compiled-flow.ts';
import type { Fix, Report } from './finding.ts';
import { isQuestion, type Question, type Step } from './flow.ts';
import { type Branch, type Branches, branchesOf, branchStarts, defaultExit } from './flow-branches.ts';

/** Looks at a step that goes on with the one below it because nothing else is set. */
export function checkBranches(flow: CompiledFlow, branches: Branches, step: Step, report: Report): void {
  if (flow.byId.has(step.next)) return;
  const below = defaultExit(flow, step);
  if (!below || !branches.has(step.id)) return;
  if (isQuestion(step)) checkOtherwise(flow, step, below, report);
  if (step.type === 'api-call' && step.onError === below.id)
    report(
      'warning',
      step,
      'falls-into-branch',
      `A call that works goes on with step ${below.position}, too, which is meant for when it fails. Choose where to go next.`,
    );
  checkRunsOn(flow, branches, step, below, report);
}

/** "Otherwise": what the question does not know, silence, and answers without a way of their own. */
function checkOtherwise(flow: CompiledFlow, step: Question, below: Step, report: Report): void {
  const meant = step.intents.filter(({ next }) => next === below.id);
  const all = meant.length > 1 && meant.length === step.intents.length;
  if (meant.length === 0 || all) return;
  report(
    'warning',
    step,
    'falls-into-branch',
    `Any other reply goes on with step ${below.position}, too, which is meant for ${named(meant)}. Say where other replies go.`,
    fixFor(step, commonExit(flow, step)),
  );
}

/** A branch that is not over where another answer's begins. */
function checkRunsOn(flow: CompiledFlow, branches: Branches, step: Step, below: Step, report: Report): void {
  for (const { of, start } of branches.get(step.id) ?? []) {
    const question = flow.byId.get(of);
    if (!question || !isQuestion(question) || start === below.id) continue;
    // Where everybody else goes on, branches may meet.
    if (defaultExit(flow, question) === below) continue;
    const meant = question.intents.filter(({ next }) => next === below.id);
    if (meant.length === 0) continue;
    const back = flow.byId.get(question.next);
    report(
      'warning',
      step,
      'falls-into-branch',
      `This goes on with step ${below.position}, which is meant for ${named(meant)} of step ${question.position}. Choose where to go next.`,
      back && { do: 'go-on', step: step.id, to: back.id },
    );
  }
}

const named = (intents: Question['intents']) =>
  `the answer ${intents.map(({ text }) => `“${text}”`).join(', ')}`;

const fixFor = ({ id }: Step, to: Step | null): Fix =>
  to ? { do: 'go-on', step: id, to: to.id } : { do: 'add-ending', after: id };

/** The step that all branches of a question lead to that do not end; null when there is none, or several. */
export function commonExit(flow: CompiledFlow, question: Step): Step | null {
  const branches = branchesOf(flow, question);
  if (branches.size === 0) return null;
  const exits = new Set(
    branchStarts(flow, question).map((start) => exitOf(flow, branches, { of: question.id, start: start.id })),
  );
  exits.delete(null);
  const [exit = null] = exits;
  return exits.size === 1 ? exit : null;
}

/** Where a branch leads by default once it is over; null where that is nowhere. */
function exitOf(flow: CompiledFlow, branches: Branches, branch: Branch): Step | null {
  const seen = new Set<Step>();
  let step = flow.byId.get(branch.start) ?? null;
  while (step && isIn(branches, step, branch)) {
    if (seen.has(step)) return null;
    seen.add(step);
    step = defaultExit(flow, step);
  }
  return step;
}

const isIn = (branches: Branches, step: Step, { of, start }: Branch) =>
  (branches.get(step.id) ?? []).some((each) => each.of === of && each.start === start);
