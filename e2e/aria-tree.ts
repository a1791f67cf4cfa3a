/** The tree of a screen as assistive technology has it, and what is wrong with one. */
import type { Locator } from 'playwright-core';

export type AriaNode = {
  role: string;
  name: string;
  level: string;
  url: string;
  /** Whether it, or something in it, says anything. */
  speaks: boolean;
  parent: AriaNode | null;
  all: AriaNode[];
};

const LINE = /^([a-z]+)(?: "((?:[^"\\]|\\.)*)")?((?: \[[^\]]*\])*)(?:: (.*)|:)?$/;
const unquoted = (line: string): string =>
  line.startsWith("'") ? line.replace(/^'((?:[^']|'')*)'/, (_, inner) => inner.replaceAll("''", "'")) : line;

/** Reads Playwright's snapshot: a node a line, indented by what it lies in. */
export async function ariaTreeOf(part: Locator): Promise<AriaNode> {
  const root = nodeOf('root', '', null);
  const open: AriaNode[] = [root];
  for (const line of (await part.ariaSnapshot()).split('\n')) {
    const depth = line.search(/\S/) / 2;
    const words = unquoted(line.trim().replace(/^- /, ''));
    const parent = open[depth] ?? root;
    if (words.startsWith('/url:')) parent.url = words.slice(6);
    else if (words.startsWith('text:')) speak(parent);
    else {
      const [, role = '', name = '', marks = '', text = ''] = LINE.exec(words) ?? [];
      if (role === '') {
        if (words.startsWith('/')) continue;
        throw new Error(`Not a line of a tree: ${line}`);
      }
      const node = nodeOf(role, name, parent, /level=(\d)/.exec(marks)?.[1]);
      if (name !== '' || text !== '') speak(node);
      for (let at: AriaNode | null = parent; at; at = at.parent) at.all.push(node);
      open.splice(depth + 1, Infinity, node);
    }
  }
  return root;
}

const nodeOf = (role: string, name: string, parent: AriaNode | null, level = ''): AriaNode => ({
  role,
  name,
  level,
  url: '',
  speaks: false,
  parent,
  all: [],
});

function speak(node: AriaNode): void {
  for (let at: AriaNode | null = node; at; at = at.parent) at.speaks = true;
}

const CONTROLS = new Set(
  `button link textbox searchbox combobox checkbox radio switch slider spinbutton tab menuitem menuitemradio option listbox
  radiogroup dialog alertdialog region application`.split(/\s+/),
);
/** Two of these that are called alike must lie in things that are not. */
const ACTS = new Set(
  'button link textbox searchbox combobox checkbox radio switch slider spinbutton'.split(' '),
);
const ROWS = new Set(['listitem', 'row', 'article']);

function above(node: AriaNode, fits: (parent: AriaNode) => boolean): AriaNode[] {
  const found: AriaNode[] = [];
  for (let at = node.parent; at; at = at.parent) if (fits(at)) found.push(at);
  return found;
}

/** The field that a button stands beside. */
function besideField({ role, parent }: AriaNode, before: AriaNode | undefined): string {
  return role === 'button' && before?.role === 'textbox' && before.parent === parent ? before.name : '';
}

/** Where it lies, as far as that has a name. */
const wayTo = (node: AriaNode): string =>
  above(node, ({ name }) => name !== '')
    .map(({ role, name }) => `${role} ${name}`)
    .join(' in ');

/**
 * Laws of a screen's tree: one main heading, a name for each control and group of choices, rows that say what
 * they are, acts told apart.
 */
export function faultsOf(tree: AriaNode): string[] {
  const faults: string[] = [];
  const headings = tree.all.filter(({ role, level }) => role === 'heading' && level === '1');
  if (headings.length !== 1 || !headings[0]?.name) faults.push(`${headings.length} main headings`);
  for (const node of tree.all) {
    const { role, name, parent } = node;
    if (CONTROLS.has(role) && name === '') faults.push(`${role} without a name in ${wayTo(node)}`);
    if (ROWS.has(role) && node.all.some((inner) => ACTS.has(inner.role)) && !node.speaks)
      faults.push(`${role} that says nothing in ${parent?.role}`);
    if (role === 'radio') {
      const [group] = above(node, (each) => each.role === 'radiogroup' || each.role === 'group');
      if (!group?.name) faults.push(`radio ${name} in no group with a name`);
    }
  }
  const acts = tree.all.filter(({ role }) => ACTS.has(role));
  const placeOf = (node: AriaNode, n: number) =>
    [node.role, node.name, 'in', wayTo(node), 'beside', besideField(node, acts[n - 1])].join(' ');
  for (const alike of Map.groupBy(acts, placeOf).values()) {
    const [first] = alike;
    const leadElsewhere = alike.some(({ role, url }) => role !== 'link' || url !== first?.url);
    if (first && alike.length > 1 && leadElsewhere)
      faults.push(`${alike.length} times ${first.role} “${first.name}” in ${wayTo(first)}`);
  }
  return faults;
}
