/**
 * A carrier's log of texts, read for opt-outs: after a restore it is all that knows who wrote STOP since the
 * backup. Each text is judged by the rules that judge it when it comes in; of one person the last word
 * counts. It never opts anybody in.
 */
import { classifyInbound } from '@parley/rules/classify-inbound.ts';
import { readListedPhone } from '@parley/rules/listed-phone.ts';
import type { CountryCode } from '@parley/rules/phone.ts';
import type { Row } from '../platform/csv-file.ts';
import { Refusal } from '../platform/errors.ts';

/** How carriers and gateways name the columns of their logs, in letters only. */
const NAMES = {
  sender: [
    'from',
    'fromnumber',
    'sender',
    'source',
    'sourceaddr',
    'sourceaddress',
    'originator',
    'msisdn',
    'phone',
    'number',
  ],
  text: ['body', 'text', 'message', 'messagebody', 'content', 'shortmessage', 'msgdata'],
  direction: ['direction', 'type', 'boxtype'],
  time: ['datesent', 'datecreated', 'date', 'time', 'timestamp', 'receivedat', 'sentat', 'createdat'],
} as const;
/** What went out says nothing of the person. */
const OUTGOING = /^(out|mt\b|sent\b)/i;
const LISTED = 100;
const LONGEST_SHOWN = 640;

type Listed = { row: number; value: string }[];
export type FoundInLog = {
  /** Who wants no more, with the words. */
  stopped: Map<string, string>;
  /** Rows without a number. */
  invalid: number;
  problems: Listed;
  /** Incoming texts that neither stop nor are in doubt. */
  others: number;
  /** Texts that a person should read: they may mean it. */
  doubtful: Listed;
};

/** @throws Refusal when the first row names no sender or no text. */
export async function readCarrierLog(
  rows: AsyncIterable<Row>,
  country: CountryCode,
  optOutWords: readonly string[],
): Promise<FoundInLog> {
  const found: FoundInLog = { stopped: new Map(), invalid: 0, problems: [], others: 0, doubtful: [] };
  /** When the last word of each was written; NaN: not known. */
  const lastWord = new Map<string, number>();
  let columns: ReturnType<typeof columnsOf> | null = null;
  for await (const { row, cells, fault } of rows) {
    if (columns === null) {
      columns = columnsOf(cells);
      continue;
    }
    const cell = (column: number) => cells[column] ?? '';
    if (OUTGOING.test(cell(columns.direction))) continue;
    const phone = fault === undefined ? readListedPhone(cell(columns.sender), country) : null;
    if (phone === null) {
      found.invalid += 1;
      list(found.problems, row, cells.join(', '));
      continue;
    }
    const words = cell(columns.text);
    const { kind } = classifyInbound(words, optOutWords);
    if (kind === 'doubtful') list(found.doubtful, row, `${phone}: ${words}`);
    else if (kind === 'stop' || kind === 'start' || kind === 'yes') {
      const at = Date.parse(cell(columns.time));
      const before = lastWord.get(phone);
      // Where it is not known what came last, they want no more.
      const isLast = before === undefined || at > before || (kind === 'stop' && !(at < before));
      if (isLast) {
        lastWord.set(phone, at);
        if (kind === 'stop') found.stopped.set(phone, words);
        else found.stopped.delete(phone);
      }
    } else found.others += 1;
  }
  return found;
}

function columnsOf(header: readonly string[]) {
  const names = header.map((name) => name.toLowerCase().replace(/[^a-z]/g, ''));
  const find = (known: readonly string[]) => names.findIndex((name) => known.includes(name));
  const columns = {
    sender: find(NAMES.sender),
    text: find(NAMES.text),
    direction: find(NAMES.direction),
    time: find(NAMES.time),
  };
  if (columns.sender < 0 || columns.text < 0)
    throw new Refusal(
      'The first row must name a column with the sender (such as From) and one with the text (such as Body).',
      'file',
    );
  return columns;
}

function list(listed: Listed, row: number, value: string): void {
  if (listed.length < LISTED) listed.push({ row, value: value.slice(0, LONGEST_SHOWN) });
}
