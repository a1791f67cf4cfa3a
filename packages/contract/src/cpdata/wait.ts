import type { LongWait, Wait, WaitUnit } from '@parley/engine/flow.ts';
import { DATE_LIMITS, ENGINE_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { dateTime, int, malformed, oneOf, orElse, renamed } from '../kernel/codec.ts';
import type { Part, StepWire } from './part.ts';
import { count, read, type Wire, words } from './read.ts';

const unit = renamed<WaitUnit>({ seconds: 'SECONDS', minutes: 'MINUTES', hours: 'HOURS', today: 'TODAY' });

/** A part of a time of day: two digits, as INOON is written, are taken too. */
function readClock(data: Wire, field: string, max: number): number {
  const written = data[field];
  const plain = typeof written === 'string' ? written.replace(/^0(?=\d$)/, '') : written;
  return read({ [field]: plain }, field, count(max));
}

/** IHOUR 0 to 11 with INOON '01' after noon (section 4); 12 to 23 without INOON are taken as they are. */
function readWait(data: Wire): Wait {
  const hour = readClock(data, 'IHOUR', 23);
  const noon = read(data, 'INOON', orElse(oneOf('00', '01', '0', '1'), '00'));
  const minute = readClock(data, 'IMIN', 59);
  if (minute % ENGINE_LIMITS.timeStepMinutes !== 0)
    throw malformed(`IMIN must be a multiple of ${ENGINE_LIMITS.timeStepMinutes}`);
  return {
    unit: read(data, 'ITYPE', orElse(unit, 'seconds')),
    amount: read(data, 'IVALUE', count(ENGINE_LIMITS.waitAmount)),
    hour: hour < 12 && Number(noon) === 1 ? hour + 12 : hour,
    minute,
    dateTime: read(data, 'IFULLDATETIME', orElse(dateTime, '')),
  };
}

function writeWait(wait: Wait): Wire {
  const afternoon = wait.hour >= 12;
  return {
    ITYPE: unit.encode(wait.unit),
    IVALUE: wait.amount,
    IMIN: wait.minute,
    IHOUR: afternoon ? wait.hour - 12 : wait.hour,
    INOON: afternoon ? '01' : '00',
    IFULLDATETIME: wait.dateTime,
  };
}

export const WAIT: Part<Wait> = {
  takes: ['ITYPE', 'IVALUE', 'IMIN', 'IHOUR', 'INOON', 'IFULLDATETIME'],
  read: readWait,
  write: writeWait,
};

const KINDS = { days: 'DAYS', weeks: 'WEEKS', date: 'DATE', none: '' } as const;
const kind = orElse(renamed<keyof typeof KINDS>(KINDS), 'none');
const { waitDays, waitWeeks } = ENGINE_LIMITS;

/** Beside the fields of the specification, which stay; one that waits as they say has none of these. */
function readLong(data: Wire): LongWait | null {
  const found = read(data, 'ILTYPE', kind);
  const amount = (most: number) => read(data, 'ILVALUE', int(1, most));
  if (found === 'none') return null;
  if (found === 'days') return { for: 'days', amount: amount(waitDays) };
  if (found === 'weeks') return { for: 'weeks', amount: amount(waitWeeks) };
  return {
    for: 'date',
    days: read(data, 'ILVALUE', orElse(int(-DATE_LIMITS.days, DATE_LIMITS.days), 0)),
    hour: read(data, 'ILHOUR', count(23)),
    minute: read(data, 'ILMIN', count(59)),
    otherwise: read(data, 'ILELSE', count()),
  };
}

function writeLong(long: LongWait | null): Wire {
  if (!long) return {};
  const ILTYPE = kind.encode(long.for);
  if (long.for !== 'date') return { ILTYPE, ILVALUE: long.amount };
  return { ILTYPE, ILVALUE: long.days, ILHOUR: long.hour, ILMIN: long.minute, ILELSE: long.otherwise };
}

const LONG: Part<LongWait | null> = {
  takes: ['ILTYPE', 'ILVALUE', 'ILHOUR', 'ILMIN', 'ILELSE'],
  read: readLong,
  write: writeLong,
};

/** The tag of the date. */
const TAG: Part<string> = {
  takes: ['ILTAG'],
  read: (data) => read(data, 'ILTAG', words(TEXT_LIMITS.name)),
  write: (tag) => (tag === '' ? {} : { ILTAG: tag }),
};

export const wait: StepWire<'wait'> = { word: 'INTERVAL', parts: { wait: WAIT, long: LONG, tag: TAG } };
