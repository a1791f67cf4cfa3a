/**
 * Reads flow definitions of RapidPro and TextIt, of the specification’s major versions 13 and 14: a flow by
 * itself, or an export with several. Only what is needed is read, and nothing is taken for granted of it.
 */

export type Json = Readonly<Record<string, unknown>>;

export type RapidproExit = { uuid: string; destination: string };
export type RapidproCategory = { uuid: string; name: string; exit: string };
export type RapidproCase = { type: string; arguments: string[]; category: string };
export type RapidproRouter = {
  type: string;
  operand: string;
  /** The kind of its wait; '': it does not wait. */
  wait: string;
  timeout: { seconds: number; category: string } | null;
  resultName: string;
  cases: RapidproCase[];
  categories: RapidproCategory[];
  otherwise: string;
};
export type RapidproNode = {
  uuid: string;
  actions: Json[];
  router: RapidproRouter | null;
  exits: RapidproExit[];
  /** How many more actions and tests the file has of it than are read. */
  unread: { actions: number; cases: number };
};
export type RapidproFlow = {
  uuid: string;
  name: string;
  type: string;
  /** Languages that it is translated into. */
  languages: string[];
  nodes: RapidproNode[];
};
export type RapidproExport = {
  flows: RapidproFlow[];
  /** Names of fields by their keys. */
  fieldNames: Map<string, string>;
  /** Keywords by the flow that they start. */
  keywords: Map<string, string[]>;
  /** What else the export holds, in words. */
  others: string[];
};

/** `pointer`: where in the file (RFC 6901). */
export type RapidproFault = { pointer: string; problem: string };

/** The most that one file may hold. */
export const RAPIDPRO_LIMITS = { flows: 50, nodes: 400, actions: 50, cases: 100 } as const;

/** Whether a file is meant to be one of RapidPro’s: it says so by how it is built. */
export function isRapidpro(value: unknown): boolean {
  const file = asRecord(value);
  return Array.isArray(file.flows) || Array.isArray(file.nodes) || Array.isArray(file.action_sets);
}

export function readRapidpro(value: unknown): RapidproExport | RapidproFault {
  const file = asRecord(value);
  const isContainer = Array.isArray(file.flows);
  const given = isContainer ? asList(file.flows) : [file];
  const at = (index: number) => (isContainer ? `/flows/${index}` : '');
  if (given.length === 0) return { pointer: '/flows', problem: 'There is no flow in this file.' };
  if (given.length > RAPIDPRO_LIMITS.flows)
    return {
      pointer: '/flows',
      problem: `A file may hold ${RAPIDPRO_LIMITS.flows} flows. Export fewer at a time.`,
    };
  const flows: RapidproFlow[] = [];
  for (const [index, each] of given.entries()) {
    const flow = readFlow(asRecord(each), at(index));
    if ('problem' in flow) return flow;
    flows.push(flow);
  }
  return {
    flows,
    fieldNames: new Map(
      asList(file.fields).map((each) => [asText(asRecord(each).key), asText(asRecord(each).name)]),
    ),
    keywords: keywordsOf(asList(file.triggers)),
    others: othersOf(file),
  };
}

const KNOWN_MAJORS = ['13', '14'];

function readFlow(flow: Json, pointer: string): RapidproFlow | RapidproFault {
  const version = asText(flow.spec_version);
  if (flow.action_sets !== undefined || flow.base_language !== undefined)
    return {
      pointer,
      problem:
        'This flow is in RapidPro’s format from before 2019. Open and save it in RapidPro, then export it again.',
    };
  if (!KNOWN_MAJORS.includes(version.split('.')[0] ?? ''))
    return {
      pointer: `${pointer}/spec_version`,
      problem:
        version === ''
          ? 'This flow doesn’t say which version of the format it has.'
          : `This flow has version ${version.slice(0, 20)} of the format. Versions 13 and 14 can be read.`,
    };
  if (!Array.isArray(flow.nodes)) return { pointer: `${pointer}/nodes`, problem: 'This flow has no nodes.' };
  if (flow.nodes.length > RAPIDPRO_LIMITS.nodes)
    return { pointer: `${pointer}/nodes`, problem: `A flow may have ${RAPIDPRO_LIMITS.nodes} nodes.` };
  return {
    uuid: asText(flow.uuid),
    name: asText(flow.name).trim(),
    type: asText(flow.type),
    languages: Object.keys(asRecord(flow.localization)),
    nodes: flow.nodes.map((node) => readNode(asRecord(node))),
  };
}

function readNode(node: Json): RapidproNode {
  const router = asRecord(node.router);
  const past = (list: unknown, most: number) => Math.max(0, asList(list).length - most);
  return {
    uuid: asText(node.uuid),
    actions: asList(node.actions).slice(0, RAPIDPRO_LIMITS.actions).map(asRecord),
    router: typeof router.type === 'string' ? readRouter(router) : null,
    exits: asList(node.exits)
      .map(asRecord)
      .map((exit) => ({ uuid: asText(exit.uuid), destination: asText(exit.destination_uuid) })),
    unread: {
      actions: past(node.actions, RAPIDPRO_LIMITS.actions),
      cases: past(router.cases, RAPIDPRO_LIMITS.cases),
    },
  };
}

function readRouter(router: Json): RapidproRouter {
  const wait = asRecord(router.wait);
  const timeout = asRecord(wait.timeout);
  const seconds = Number(timeout.seconds);
  return {
    type: asText(router.type),
    operand: asText(router.operand),
    wait: asText(wait.type),
    timeout: seconds > 0 ? { seconds, category: asText(timeout.category_uuid) } : null,
    resultName: asText(router.result_name),
    cases: asList(router.cases)
      .slice(0, RAPIDPRO_LIMITS.cases)
      .map(asRecord)
      .map((each) => ({
        type: asText(each.type),
        arguments: asList(each.arguments).map(asText),
        category: asText(each.category_uuid),
      })),
    categories: asList(router.categories)
      .map(asRecord)
      .map((each) => ({ uuid: asText(each.uuid), name: asText(each.name), exit: asText(each.exit_uuid) })),
    otherwise: asText(router.default_category_uuid),
  };
}

/** Of triggers of the kind K; a keyword may stand by itself, or several in a list. */
function keywordsOf(triggers: readonly unknown[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const each of triggers.map(asRecord)) {
    if (asText(each.trigger_type) !== 'K') continue;
    const flow = asText(asRecord(each.flow).uuid);
    const words = [asText(each.keyword), ...asList(each.keywords).map(asText)].filter((word) => word !== '');
    found.set(flow, [...(found.get(flow) ?? []), ...words]);
  }
  return found;
}

function othersOf(file: Json): string[] {
  const campaigns = asList(file.campaigns).length;
  const triggers = asList(file.triggers).filter((each) => asText(asRecord(each).trigger_type) !== 'K').length;
  return [
    ...(campaigns > 0
      ? [
          `${counted(campaigns, 'campaign')} of RapidPro: messages on days around a date. Build an automata for each.`,
        ]
      : []),
    ...(triggers > 0
      ? [`${counted(triggers, 'trigger')} beside keywords. Set up what starts the campaign after the import.`]
      : []),
  ];
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const asText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const asRecord = (value: unknown): Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Json) : {};
