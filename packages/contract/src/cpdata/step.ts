/**
 * CPData ↔ Step. Every known field is checked whatever the step's type; fields a type does not use survive in
 * `extra`.
 */
import type { Extra, Step, StepType } from '@parley/engine/flow.ts';
import { tidyTranslations } from '@parley/engine/translations.ts';
import { TEXT_LIMITS } from '@parley/rules/limits.ts';
import { int, orElse, renamed } from '../kernel/codec.ts';
import { apiCall } from './api-call.ts';
import { auxiliary } from './auxiliary.ts';
import { branch } from './branch.ts';
import { dripReset } from './drip-reset.ts';
import { finalMessage } from './final-message.ts';
import { message } from './message.ts';
import { mms, readEntries } from './mms.ts';
import { notification } from './notification.ts';
import { optIn } from './opt-in.ts';
import type { StepWire } from './part.ts';
import { choiceQuestion, openQuestion } from './question.ts';
import { count, isOn, read, type Wire, without, words } from './read.ts';
import { switchCampaign } from './switch.ts';
import { tag } from './tag.ts';
import { readTranslations, writeTranslations } from './translations.ts';
import { wait } from './wait.ts';

/** Every step type on the wire, in the order of the specification (flows-and-lists, section 2). */
const STEP_WIRE: { [T in StepType]: StepWire<T> } = {
  message,
  'choice-question': choiceQuestion,
  'open-question': openQuestion,
  'final-message': finalMessage,
  'api-call': apiCall,
  tag,
  branch,
  wait,
  'opt-in': optIn,
  mms,
  'drip-reset': dripReset,
  auxiliary,
  switch: switchCampaign,
  notification,
};

/** What the TYPE of each step type is on the wire. */
const STEP_WORDS = Object.fromEntries(
  Object.entries(STEP_WIRE).map(([type, { word }]) => [type, word]),
) as Record<StepType, string>;
const stepType = renamed(STEP_WORDS);

/** A part of some type; which type's, only the record above knows. */
type SomePart = {
  takes: readonly string[];
  read: (data: Wire) => unknown;
  write: (value: never, extra: Extra) => Wire;
};
const partsOf = (type: StepType): [string, SomePart][] => Object.entries(STEP_WIRE[type].parts);
const ALL_PARTS = new Set(
  Object.keys(STEP_WIRE).flatMap((type) => partsOf(type as StepType).map(([, part]) => part)),
);

const COMMON_WIRE = [
  'ID',
  'PID',
  'KEY',
  'RQ',
  'SWT',
  'TYPE',
  'TDESC',
  'TGUIDE',
  'BOFNQ',
  'LMAX',
  'LDIR',
  'LMSG',
  'TRANSLATIONS',
  'TRANSLATEDFROM',
  'VERSION',
  'CPData',
];

/**
 * A control point with an ID not above 0 is new (section 4), whatever number a client gives it; its PID may
 * name a stored one.
 */
function readId(data: Wire): number {
  const anyNumber = orElse(int(-Number.MAX_SAFE_INTEGER), 0);
  const own = read(data, 'ID', anyNumber);
  return Math.max(0, own > 0 ? own : read(data, 'PID', anyNumber));
}

/** Wire → Step. Throws a WireError that names the field. */
export function readStep(item: Wire): { step: Step; version: number | null } {
  const nested = item.CPData;
  const data: Wire =
    nested !== null && typeof nested === 'object' && !Array.isArray(nested)
      ? { ...(nested as Wire), ...without(item, ['CPData']) }
      : item;
  const type = read(data, 'TYPE', stepType);
  const values = new Map([...ALL_PARTS].map((part) => [part, part.read(data)]));
  const own = partsOf(type);
  const step = {
    type,
    id: readId(data),
    position: read(data, 'RQ', count()),
    inGuide: data.SWT === undefined || isOn(data, 'SWT'),
    description: read(data, 'TDESC', words(TEXT_LIMITS.name)),
    guide: read(data, 'TGUIDE', words(4000)),
    next: read(data, 'BOFNQ', count()),
    loop: {
      max: read(data, 'LMAX', count(1000)),
      step: read(data, 'LDIR', count()),
      message: read(data, 'LMSG', words(TEXT_LIMITS.message)),
    },
    ...Object.fromEntries(own.map(([field, part]) => [field, values.get(part)])),
    ...readTranslations(data),
    extra: {
      ...without(data, [...COMMON_WIRE, ...own.flatMap(([, { takes }]) => takes)]),
      ...(Array.isArray(data.STEXT) ? { STEXT: readEntries(data) } : {}),
    },
  } as Step;
  return { step: tidyTranslations(step), version: read(data, 'VERSION', orElse(int(0), null)) };
}

/** Step → wire. A stored step has ID = PID (domain.md). */
export function writeStep(step: Step, version: number | null): Wire {
  const own = partsOf(step.type).map(([field, { write }]) =>
    write(step[field as keyof Step] as never, step.extra),
  );
  return Object.assign(
    {
      ...step.extra,
      ID: step.id,
      PID: step.id,
      RQ: step.position,
      SWT: step.inGuide ? '1' : '0',
      TYPE: stepType.encode(step.type),
      TDESC: step.description,
      TGUIDE: step.guide,
      BOFNQ: step.next,
      LMAX: step.loop.max,
      LDIR: step.loop.step,
      LMSG: step.loop.message,
    },
    ...own,
    writeTranslations(step),
    version === null ? {} : { VERSION: version },
  );
}
