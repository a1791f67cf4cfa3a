import type { Wait, WaitUnit } from '@parley/engine/flow.ts';
import { ENGINE_LIMITS } from '@parley/rules/limits.ts';
import { dateTime, malformed, oneOf, orElse, renamed } from '../kernel/codec.ts';
import type { Part, StepWire } from './part.ts';
import { count, read, type Wire } from './read.ts';

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

export const wait: StepWire<'wait'> = { word: 'INTERVAL', parts: { wait: WAIT } };
