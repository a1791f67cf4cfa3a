/** What the parts of the mapping of one RapidPro flow share while it is made. */
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { convertTemplate, type KnownNames, type ResultSource, resultKey } from './expressions.ts';
import { asRecord, asText, type RapidproExport, type RapidproFlow } from './read-export.ts';

/** Something of a flow that has no counterpart, or another one. */
export type MappingNote = {
  /** The node’s place in the file, from 1; 0: the flow as a whole. */
  node: number;
  /** What the node says, or the last text before it: people know it by that. */
  near: string;
  what: string;
  why: string;
};

/** A thing of the account that steps name; its id is of this file alone. */
export type NamedThing = { id: number; name: string };
/** `key`: the flow’s own id in the file; ''. */
export type NamedFlow = NamedThing & { key: string };

/** Leads to the end of the conversation. Below zero jumps name nodes, see {@link nodeJump}. */
export const END = -1_000_000;
/** A jump to a node, until it is known which step that begins with. */
export const nodeJump = (index: number) => -(index + 1);
export const nodeOfJump = (jump: number) => -jump - 1;

/** The id of the question that a node with a wait becomes. */
export const questionId = (index: number) => index + 1;

const NEAR = 60;

export class Mapping {
  readonly flow: RapidproFlow;
  readonly notes: MappingNote[] = [];
  readonly lists: NamedThing[] = [];
  readonly campaigns: NamedFlow[] = [];
  readonly tags = new Map<string, string>();
  readonly #fieldNames: ReadonlyMap<string, string>;
  readonly #results: ReadonlyMap<string, ResultSource>;
  readonly #nodes: ReadonlyMap<string, number>;
  /** The question before each node; 0: none. */
  readonly #lastQuestion: readonly number[];
  #lastId: number;

  constructor(flow: RapidproFlow, { fieldNames }: RapidproExport) {
    this.flow = flow;
    this.#fieldNames = fieldNamesOf(flow, fieldNames);
    this.#results = resultsOf(flow);
    this.#nodes = new Map(flow.nodes.map(({ uuid }, index) => [uuid, index]));
    this.#lastQuestion = lastQuestions(flow, (uuid) => this.#nodes.get(uuid));
    this.#lastId = flow.nodes.length;
  }

  newId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  note(node: number, what: string, why: string): void {
    this.notes.push({ node: node + 1, near: this.#near(node), what, why });
  }

  /** Of things that there are too many of, how many are left out; `what`: “actions”, “tests” … */
  noteTooMany(node: number, left: number, most: number, what: string): void {
    if (left > 0) this.note(node, `${left} more ${what}`, `The first ${most} are taken.`);
  }

  /** Where an exit of a node leads. */
  exit(node: number, exitUuid: string): number {
    const destination = this.flow.nodes[node]?.exits.find(({ uuid }) => uuid === exitUuid)?.destination ?? '';
    const to = destination === '' ? undefined : this.#nodes.get(destination);
    return to === undefined ? END : nodeJump(to);
  }

  /** Where a category of a node’s router leads. */
  category(node: number, categoryUuid: string): number {
    const found = this.flow.nodes[node]?.router?.categories.find(({ uuid }) => uuid === categoryUuid);
    return found ? this.exit(node, found.exit) : END;
  }

  /** Every node that one leads to, in the order of its exits. */
  nodesBehind(node: number): number[] {
    return (this.flow.nodes[node]?.exits ?? []).flatMap(
      ({ destination }) => this.#nodes.get(destination) ?? [],
    );
  }

  names(node: number): KnownNames {
    return {
      tagOf: (key) => this.tag(this.#fieldNames.get(key) ?? key.replaceAll('_', ' ')),
      tag: (name) => this.tag(name),
      results: this.#results,
      lastQuestion: this.#lastQuestion[node] ?? 0,
    };
  }

  /** A text with tokens for its expressions, no longer than it may be; what it loses is noted. */
  text(node: number, template: string, most: number = TEXT_LIMITS.message): string {
    const { text, lost } = convertTemplate(template, this.names(node));
    for (const expression of new Set(lost))
      this.note(node, shortened(expression), 'No merge token means the same. It was taken out of the text.');
    if (text.length <= most) return text;
    this.note(node, 'The end of a text', `It’s longer than ${most} characters and was cut there.`);
    return text.slice(0, most).toWellFormed();
  }

  /** The tag of a name, however it is written. */
  tag(name: string): string {
    const kept = name.trim().slice(0, TEXT_LIMITS.tagName).toWellFormed();
    const key = kept.toLowerCase();
    if (!this.tags.has(key)) this.tags.set(key, kept);
    return this.tags.get(key) ?? kept;
  }

  /** The id of a list by its name; 0 for none. */
  list(name: string): number {
    const kept = name.trim().slice(0, TEXT_LIMITS.name).toWellFormed();
    if (kept === '') return 0;
    const known = this.lists.find((each) => each.name.toLowerCase() === kept.toLowerCase());
    if (known) return known.id;
    return this.lists.push({ id: this.lists.length + 1, name: kept });
  }

  campaign(key: string, name: string): number {
    const kept = name.trim().slice(0, TEXT_LIMITS.name).toWellFormed();
    const known = this.campaigns.find((each) => (key === '' ? each.name === kept : each.key === key));
    if (known) return known.id;
    return this.campaigns.push({ id: this.campaigns.length + 1, name: kept, key });
  }

  #near(node: number): string {
    const own = textOfNode(this.flow, node);
    if (own !== '' || node < 0) return shortened(own);
    const asked = this.#lastQuestion[node] ?? 0;
    return asked === 0 ? '' : shortened(textOfNode(this.flow, asked - 1));
  }
}

export const shortened = (text: string) =>
  text.length > NEAR ? `${text.slice(0, NEAR - 1).toWellFormed()}…` : text;

const textOfNode = (flow: RapidproFlow, node: number): string =>
  asText(flow.nodes[node]?.actions.find(({ type }) => type === 'send_msg')?.text).replace(/\s+/g, ' ');

/** Names of fields as the actions write them, else as the export lists them. */
function fieldNamesOf(flow: RapidproFlow, listed: ReadonlyMap<string, string>): Map<string, string> {
  const names = new Map([...listed].filter(([key, name]) => key !== '' && name.trim() !== ''));
  for (const { actions } of flow.nodes)
    for (const action of actions) {
      const field = asRecord(action.field);
      const [key, name] = [asText(field.key), asText(field.name).trim()];
      if (action.type === 'set_contact_field' && key !== '' && name !== '') names.set(key, name);
    }
  return names;
}

/** The first place of each result counts; a result that is set from a value is kept in a tag. */
function resultsOf(flow: RapidproFlow): Map<string, ResultSource> {
  const results = new Map<string, ResultSource>();
  const add = (name: string, source: ResultSource) => {
    const key = resultKey(name);
    if (key !== '' && !results.has(key)) results.set(key, source);
  };
  for (const [index, { actions, router }] of flow.nodes.entries()) {
    for (const { type, name } of actions)
      if (type === 'set_run_result') add(asText(name), { tag: asText(name).trim() });
    if (router?.wait === 'msg') add(router.resultName, { step: questionId(index) });
  }
  return results;
}

/** Which question was answered last where a conversation first comes to each node. */
function lastQuestions(flow: RapidproFlow, nodeOf: (uuid: string) => number | undefined): number[] {
  const last: number[] = [];
  const ahead = flow.nodes.length > 0 ? [{ node: 0, question: 0 }] : [];
  for (let next = ahead.shift(); next; next = ahead.shift()) {
    if (last[next.node] !== undefined) continue;
    last[next.node] = next.question;
    const { router, exits } = flow.nodes[next.node] ?? { router: null, exits: [] };
    const question = router?.wait === 'msg' ? questionId(next.node) : next.question;
    for (const { destination } of exits) {
      const node = nodeOf(destination);
      if (node !== undefined) ahead.push({ node, question });
    }
  }
  return last;
}
