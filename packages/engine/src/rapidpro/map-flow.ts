/**
 * A RapidPro flow, which is a graph, as steps in an order: each node becomes the steps of its actions and of
 * its router, nodes follow each other along the way that most people take, and everything else is a jump.
 */
import { blankStep } from '../blank-step.ts';
import { isQuestion, type Question, type Step } from '../flow.ts';
import { remapSteps } from '../step-copies.ts';
import { redirectStep, stepExits } from '../steps/index.ts';
import { stepsOfAction } from './map-actions.ts';
import { stepsOfRouter } from './map-routers.ts';
import { END, Mapping, type MappingNote, type NamedFlow, type NamedThing, nodeOfJump } from './mapping.ts';
import { RAPIDPRO_LIMITS, type RapidproExport, type RapidproFlow } from './read-export.ts';

/** Steps as they can be stored; lists and campaigns are named by ids of this flow alone. */
export type MappedFlow = {
  /** The flow’s own id in the file. */
  key: string;
  name: string;
  steps: Step[];
  tags: string[];
  lists: NamedThing[];
  campaigns: NamedFlow[];
  keywords: string[];
  notes: MappingNote[];
};

/** `pause`: awaited between nodes, so that a large flow holds nobody up. */
export async function mapFlow(
  flow: RapidproFlow,
  given: RapidproExport,
  pause: () => Promise<void> | undefined,
): Promise<MappedFlow> {
  const mapping = new Mapping(flow, given);
  noteWhole(mapping, given);
  const blocks = await laidOut(mapping, pause);
  const steps = numbered(withEnd(withQuestions(mapping, resolved(mapping, blocks))));
  return {
    key: flow.uuid,
    name: flow.name,
    steps,
    tags: [...mapping.tags.values()],
    lists: mapping.lists,
    campaigns: mapping.campaigns,
    keywords: given.keywords.get(flow.uuid) ?? [],
    notes: mapping.notes,
  };
}

const WHOLE = -1;

function noteWhole(mapping: Mapping, { others }: RapidproExport): void {
  const { type, languages } = mapping.flow;
  if (type === 'voice')
    mapping.note(WHOLE, 'A flow of phone calls', 'What it says is left out. Parley texts.');
  if (languages.length > 0)
    mapping.note(WHOLE, `Translations into ${languages.join(', ')}`, 'The flow’s own language is taken.');
  for (const what of others) mapping.note(WHOLE, what, 'It isn’t part of a campaign here.');
}

/** The steps of a node, and where the last of them leads. */
type Block = { node: number; steps: Step[]; next: number };

/** The nodes that can be come to, each behind the one that leads to it by default where that is possible. */
async function laidOut(mapping: Mapping, pause: () => Promise<void> | undefined): Promise<Block[]> {
  const blocks = new Map<number, Block>();
  const ahead = mapping.flow.nodes.length > 0 ? [0] : [];
  for (let node = ahead.pop(); node !== undefined; node = ahead.pop()) {
    if (blocks.has(node)) continue;
    await pause();
    const block = blockOf(mapping, node);
    blocks.set(node, block);
    ahead.push(...mapping.nodesBehind(node).toReversed());
    if (block.next < 0 && block.next !== END) ahead.push(nodeOfJump(block.next));
  }
  const left = mapping.flow.nodes.length - blocks.size;
  if (left > 0)
    mapping.note(
      WHOLE,
      left === 1 ? 'One node' : `${left} nodes`,
      'Nothing leads there in RapidPro. They’re left out.',
    );
  return [...blocks.values()];
}

function blockOf(mapping: Mapping, node: number): Block {
  const { actions = [], unread } = mapping.flow.nodes[node] ?? {};
  mapping.noteTooMany(node, unread?.actions ?? 0, RAPIDPRO_LIMITS.actions, 'actions');
  mapping.noteTooMany(node, unread?.cases ?? 0, RAPIDPRO_LIMITS.cases, 'tests');
  const done = actions.flatMap((action) => stepsOfAction(mapping, node, action));
  const { steps, next } = stepsOfRouter(mapping, node, done);
  return { node, steps: [...done, ...steps], next };
}

/** All steps in their order, each jump to the step that it means; {@link END} stays. */
function resolved(mapping: Mapping, blocks: readonly Block[]): Step[] {
  const byNode = new Map(blocks.map((block) => [block.node, block]));
  const entryOf = (jump: number): number => {
    const seen = new Set<number>();
    let at = jump;
    while (at < 0 && at !== END && !seen.has(at)) {
      seen.add(at);
      const block = byNode.get(nodeOfJump(at));
      at = block ? (block.steps[0]?.id ?? block.next) : END;
    }
    // Nodes without a step that lead to each other lead nowhere.
    return at < 0 ? END : at;
  };
  const steps = blocks.flatMap(({ steps: all, next }) =>
    all.map((step, index) => (index === all.length - 1 ? { ...step, next } : step)),
  );
  noteAskedAgain(mapping, blocks);
  return steps.map((step) => redirectStep(step, entryOf));
}

/** In RapidPro a wait says nothing: who comes back to it is not asked again. */
function noteAskedAgain(mapping: Mapping, blocks: readonly Block[]): void {
  const waits = new Set(
    blocks.flatMap(({ node, steps }) => (steps[0] && isQuestion(steps[0]) ? [node] : [])),
  );
  const leading = new Map<number, number>();
  for (const { node } of blocks)
    for (const to of new Set(mapping.nodesBehind(node))) leading.set(to, (leading.get(to) ?? 0) + 1);
  for (const node of waits)
    if ((leading.get(node) ?? 0) > 1)
      mapping.note(
        node,
        'Several ways to the same wait',
        'A question here says its text each time somebody comes to it.',
      );
}

/** Says nothing and has one way on, so that it may stand before or behind the asking. */
const isQuiet = (step: Step) => (step.type === 'tag' || step.type === 'opt-in') && step.next === 0;

/** What is said just before a wait is what the question asks. */
function withQuestions(mapping: Mapping, given: readonly Step[]): Step[] {
  let steps = [...given];
  for (const question of given.filter(isQuestion)) {
    const at = steps.findIndex(({ id }) => id === question.id);
    let before = at - 1;
    while (before >= 0 && isQuiet(steps[before] as Step)) before -= 1;
    const said = steps[before];
    const leadsHere = said && (said.next === 0 || said.next === steps[before + 1]?.id);
    if (said?.type === 'message' && leadsHere) {
      const begins = steps[before + 1]?.id ?? question.id;
      steps = steps
        .toSpliced(at, 1, { ...(steps[at] as Question), text: said.text })
        .toSpliced(before, 1)
        .map((step) => redirectStep(step, (id) => (id === said.id ? begins : id)));
    } else if (said?.type === 'mms' && leadsHere && said.text !== '')
      steps = steps
        .toSpliced(at, 1, { ...(steps[at] as Question), text: said.text })
        .toSpliced(before, 1, { ...said, text: '' });
    else
      mapping.note(
        question.id - 1,
        'A wait without a message before it',
        'A question has to ask something. Write its text.',
      );
  }
  return steps;
}

/**
 * Where the conversation ends: a message that it ends with is a final one; what ends unheard leads to a last
 * step that does nothing.
 */
function withEnd(steps: readonly Step[]): Step[] {
  const end: Step = { ...blankStep('auxiliary'), id: Number.MAX_SAFE_INTEGER, panel: '', description: 'End' };
  const led = steps.map((step, index): Step => {
    const below = steps[index + 1];
    if (step.next === END && step.type === 'message') return { ...step, type: 'final-message', next: 0 };
    if (step.next === END && step.type === 'switch') return { ...step, next: 0 };
    return step.next === END && !below ? { ...step, next: 0 } : step;
  });
  const isNeeded = led.some((step) => leadsTo(step, END));
  const all = isNeeded ? [...led, end] : led;
  return all.map((step, index) => {
    const to = redirectStep(step, (id) => (id === END ? end.id : id));
    return to.next === all[index + 1]?.id ? { ...to, next: 0 } : to;
  });
}

function leadsTo(step: Step, id: number): boolean {
  const { jumps, byReply } = stepExits(step);
  return step.next === id || jumps.includes(id) || byReply.includes(id);
}

/** Ids and positions from 1, in the order; tokens follow. */
function numbered(steps: readonly Step[]): Step[] {
  const ids = new Map(steps.map(({ id }, index) => [id, index + 1]));
  return remapSteps(steps, ids).map((step, index) => ({ ...step, position: index + 1 }));
}
