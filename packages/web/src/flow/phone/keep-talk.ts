/** What becomes of a conversation on the phone when it is kept as a test. */
import type { Flow } from '@parley/engine/flow.ts';
import type { TalkAct, TalkSetting } from '@parley/engine/talk.ts';
import { recordTalk, TEST_PERSON, writeTalk } from '@parley/engine/write-talk.ts';
import { type PhoneSetting, settingOf } from './replay.ts';
import { tagsRead } from './tags-read.ts';

/** What tags of these names say of a real person is nobody else's business: it is replaced. */
const SAID_INSTEAD: readonly [RegExp, string][] = [
  [/name|nombre/i, 'Sam'],
  [/mail/i, 'sam@example.com'],
  [/phone|mobile|cell/i, TEST_PERSON],
  [/address|street/i, '1 Main Street'],
];

/**
 * The text of a talk that goes as this one went. `real`: tag values of a contact of the account; of these
 * only what the flows read is kept, and nothing that names the person.
 */
export function talkToKeep(
  acts: readonly TalkAct[],
  setting: PhoneSetting,
  real: Readonly<Record<string, string>> | null,
): string {
  const { draft, others } = setting;
  const kept = settingOf(real ? anonymous(setting, real) : setting);
  return writeTalk(recordTalk(withAllAnswers(kept, [...others, draft]), acts, { own: draft, others }));
}

function anonymous(setting: PhoneSetting, real: Readonly<Record<string, string>>): PhoneSetting {
  const read = new Set([...setting.others, setting.draft].flatMap(tagsRead).map((tag) => tag.toLowerCase()));
  const tags = Object.entries(setting.tags).flatMap(([tag, value]) => {
    if (!read.has(tag.toLowerCase())) return [];
    return [[tag, real[tag] === value ? insteadOf(tag, value) : value] as const];
  });
  return { ...setting, phone: TEST_PERSON, tags: Object.fromEntries(tags) };
}

const insteadOf = (tag: string, value: string): string =>
  SAID_INSTEAD.find(([pattern]) => pattern.test(tag))?.[1] ?? value;

/** What the phone answers a call with of which nothing was chosen. */
const NOTHING = { ok: true, text: '' };

function withAllAnswers(setting: TalkSetting, flows: readonly Flow[]): TalkSetting {
  const asked = flows.flatMap(({ steps }) => steps).filter(({ type }) => type === 'api-call');
  const blank = Object.fromEntries(asked.map(({ id }) => [id, NOTHING]));
  return { ...setting, answers: { ...blank, ...setting.answers } };
}
