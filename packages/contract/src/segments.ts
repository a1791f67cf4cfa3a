import { SEGMENT_TREE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { parseSegment, type SegmentGroup, type SegmentProblem } from '@parley/rules/segment.ts';
import { type TagFilter, tagFilters } from './blasts.ts';
import { displayName } from './contacts.ts';
import { call, FieldError, record, rows, wire } from './kernel/call.ts';
import { type Codec, id, int, jsonText, name, oneOf, orElse, parseJson, raw, text } from './kernel/codec.ts';

/**
 * The tree of a segment: {match, of}, see rules/segment.ts. What is wrong is named by field and JSON Pointer
 * (`inpTree./of/0/value`).
 */
const tree: Codec<SegmentGroup> = {
  kind: 'JSON text: {match, of}, the tree of a segment',
  shape: jsonText('object'),
  structured: true,
  decode: (given) => {
    const { tree: read, problems } = parseSegment(parseJson(given));
    if (read) return read;
    const [first] = problems;
    const error = new FieldError('malformed', first?.pointer ?? '', '');
    error.message = first?.detail ?? 'This is no segment.';
    throw error;
  },
  encode: (value) => JSON.stringify(value),
};

const segment = wire('inpSegmentId', id);
const named = wire('SegmentName', name(TEXT_LIMITS.name));
const row = {
  id: wire('ID', int()),
  name: wire('NAME', text(TEXT_LIMITS.name)),
  version: wire('VERSION', int()),
  conditions: wire('CONDITIONCOUNT', int()),
  updatedAt: wire('UPDATED_DT', text(40)),
};
const person = {
  contact: wire('ContactAddressId_bi', int()),
  phone: wire('ContactString_vch', text(32)),
  optedOut: wire('OPTEDOUT', int()),
  displayName,
};

/**
 * Where the DETAIL of a refusal belongs: the name, an outdated version, or a place in the tree (a JSON
 * Pointer; `/`: all of it). Null: nowhere.
 */
export function segmentRefusal(detail: string): 'name' | 'version' | { pointer: string } | null {
  if (detail === 'SegmentName') return 'name';
  if (detail === 'VERSION') return 'version';
  return detail.startsWith('inpTree.') ? { pointer: detail.slice('inpTree.'.length) || '/' } : null;
}

/** Segments: people by what is known of them and what they did. */
export const segments = {
  list: call(
    'segments/segmentList',
    {
      start: wire('iDisplayStart', orElse(int(0, 1_000_000), 0)),
      length: wire('iDisplayLength', orElse(int(1, SEGMENT_TREE_LIMITS.perAccount), 100)),
      search: wire('iSearchStr', orElse(text(255), '')),
    },
    { segments: wire('SEGMENTLIST', rows(row)), total: wire('TOTAL', int()) },
    { about: 'A page of the segments by name; iSearchStr is a part of the name. TOTAL: of the search.' },
  ),
  info: call(
    'segments/segmentInfo',
    { segment },
    {
      info: wire('SEGMENTINFO', record(row)),
      tree: wire('TREE', raw<SegmentGroup>('{match, of}, the tree of the segment')),
      /** What it names that is gone: nobody is found by it until that is mended. */
      problems: wire('PROBLEMS', raw<SegmentProblem[]>('list of {pointer, detail}')),
    },
    { about: 'One segment with its tree, and which of its conditions name something that is gone.' },
  ),
  add: call(
    'segments/addSegment',
    { name: named, tree: wire('inpTree', tree) },
    { id: wire('NEWSEGMENTID', int()), version: wire('VERSION', int()) },
    { about: 'Adds a segment. DETAIL of a refusal names the condition by a JSON Pointer.' },
  ),
  update: call(
    'segments/updateSegment',
    {
      segment,
      name: named,
      tree: wire('inpTree', tree),
      /** The VERSION that was loaded. */
      version: wire('inpVersion', int(1)),
    },
    { version: wire('VERSION', int()) },
    {
      about:
        'Saves a segment. With an older VERSION than the stored one it is refused with DETAIL VERSION; DETAIL of another refusal names the condition by a JSON Pointer.',
    },
  ),
  rename: call('segments/renameSegment', { segment, name: named }, {}, { about: 'Renames a segment.' }),
  copy: call(
    'segments/copySegment',
    { segment },
    { id: wire('NEWSEGMENTID', int()), name: wire('NAME', text(TEXT_LIMITS.name)) },
    { about: 'Adds a copy of a segment under a name of its own.' },
  ),
  remove: call(
    'segments/deleteSegment',
    { segment },
    {},
    {
      about:
        'Deletes a segment. Refused while another segment or an automata uses it or a blast to it waits; nobody is removed from anything. A report on its people alone says from then on that it is gone.',
    },
  ),
  uses: call(
    'segments/segmentUses',
    { segment },
    {
      uses: wire(
        'USES',
        rows({
          kind: wire('KIND', oneOf('segment', 'automata', 'blast', 'report')),
          id: wire('ID', int()),
          name: wire('NAME', text(TEXT_LIMITS.name)),
        }),
      ),
    },
    {
      about:
        'What a segment is used by: other segments, automata, blasts that wait, and saved reports on its people alone. All but the reports keep it from being deleted.',
    },
  ),
  count: call(
    'segments/countSegment',
    {
      tree: wire('inpTree', tree),
      /** Of the builder that asks: its later count ends an earlier one that still runs. */
      ticket: wire('inpTicket', orElse(text(64), '')),
      /** The segment that is edited: it may not be named within. 0: a new one. */
      own: wire('inpOwnId', orElse(int(0), 0)),
    },
    {
      count: wire('COUNT', int()),
      /** Of these: how many opted out, whom no blast reaches. */
      optedOut: wire('OPTOUTCOUNT', int()),
      examples: wire('EXAMPLES', rows(person)),
      /** 1: a later count of the same ticket ended this one, and there are no figures. */
      superseded: wire('SUPERSEDED', int()),
    },
    {
      quiet: true,
      about:
        'How many contacts a tree finds now, with up to ten of them, the ones added last. Nothing is stored.',
    },
  ),
  estimate: call(
    'segments/estimateSegment',
    { tree: wire('inpTree', tree), own: wire('inpOwnId', orElse(int(0), 0)) },
    {
      /** -1: none, the count is as quick. */
      estimate: wire('ESTIMATE', int(-1)),
    },
    {
      quiet: true,
      about:
        'About how many contacts a tree finds, told by every fiftieth, at once; -1: there are few, and the count is as quick.',
    },
  ),
  ofFilters: call(
    'segments/segmentOfFilters',
    { filters: wire('inpTagfilter', orElse(tagFilters, [] as TagFilter[])) },
    { tree: wire('TREE', raw<SegmentGroup | null>('{match, of}; null: no condition is finished')) },
    { about: 'The tree of a segment that means the same as a tag filter.' },
  ),
  snapshot: call(
    'segments/segmentToList',
    {
      segment,
      /** 0: a new list of this name; later slices name the list. */
      list: wire('inpListId', orElse(int(0), 0)),
      name: wire('ListName', orElse(text(TEXT_LIMITS.name), '')),
      after: wire('inpAfter', orElse(int(0), 0)),
    },
    { list: wire('LISTID', int()), done: wire('DONECOUNT', int()), next: wire('NEXT', int()) },
    {
      about:
        'Puts the people of a segment on a list. Many take several calls, each with LISTID and going on after NEXT of the one before; NEXT 0: all are on it.',
    },
  ),
  export: call(
    'segments/exportSegment',
    { segment },
    {},
    {
      method: 'GET',
      shape: 'file',
      confirmed: true,
      about: 'The people of a segment with their tags, as CSV that can be imported.',
    },
  ),
};
