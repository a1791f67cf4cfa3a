import { describe, expect, it } from 'vitest';
import { createMemoryHost, flowOf, type MemoryHostStart, type StepShorthand } from './index.ts';

function hostWith(campaigns: Record<number, StepShorthand[]>, more: Partial<MemoryHostStart> = {}) {
  const flows = Object.entries(campaigns).map(([id, steps]) => [id, flowOf(Number(id), steps)]);
  return createMemoryHost({
    campaigns: Object.fromEntries(flows),
    contact: { phone: '+15555550100', timeZone: 'America/New_York', tags: { Town: 'Oslo' } },
    now: '2026-03-02T15:00:00Z',
    ...more,
  });
}
const lines = (made: ReturnType<typeof hostWith>) =>
  made.transcript().map(({ from, text }) => `${from}: ${text}`);

describe('the host in memory', () => {
  it('plays a flow and keeps what it stores', () => {
    const made = hostWith({
      1: [
        { type: 'opt-in', list: 7 },
        { type: 'open-question', text: 'Town?' },
        { type: 'tag', tag: 'Town' },
        { type: 'final-message', text: 'Hi {%Town%}' },
      ],
    });
    made.start(1);
    made.say('Rome');
    expect(lines(made)).toEqual([
      'note: Added to list 7',
      'us: Town?',
      'them: Rome',
      'note: Tag “Town” set to “Rome”',
      'us: Hi Rome',
      'note: The conversation ended',
    ]);
    expect(made.variables()).toMatchObject({
      tags: { Town: 'Rome' },
      lists: [7],
      answers: { 2: { raw: 'Rome' } },
    });
  });

  it('moves its clock to the end of a wait', () => {
    const made = hostWith({
      1: [
        { type: 'wait', wait: { unit: 'hours', amount: 5 } },
        { type: 'final-message', text: 'x' },
      ],
    });
    made.start(1);
    expect(made.waiting()).toMatchObject({ for: 'time' });
    expect([made.skipWait(), made.skipWait()]).toEqual([true, false]);
    expect(made.transcript()[0]).toMatchObject({ from: 'us', at: '2026-03-02T20:00:00.000Z' });
  });

  it('notes calls instead of making them, or asks the given function', () => {
    const steps: StepShorthand[] = [
      { type: 'api-call', url: 'https://x.example/a' },
      { type: 'final-message', text: 'Bye' },
    ];
    const noted = hostWith({ 1: steps });
    noted.start(1);
    expect(lines(noted)).toEqual([
      'note: API call to https://x.example/a (not made in the preview)',
      'us: Bye',
      'note: The conversation ended',
    ]);
    const asked = hostWith({ 1: steps }, { callApi: ({ verb }) => ({ ok: true, text: `by ${verb}` }) });
    asked.start(1);
    expect(lines(asked).slice(0, 2)).toEqual(['us: by GET', 'us: Bye']);
  });

  it('ends a ring of switches after ten', () => {
    const made = hostWith({
      1: [
        { type: 'message', text: 'a' },
        { type: 'switch', switchTo: 2 },
      ],
      2: [{ type: 'switch', switchTo: 1 }],
    });
    made.start(1);
    expect(made.session()).toMatchObject({ status: 'ended', endReason: 'fault' });
    expect(made.transcript().filter(({ from }) => from === 'us').length).toBe(6);
  });

  it('ends a ring of API calls, which would never come to an end', () => {
    const made = hostWith({
      1: [
        { type: 'message', text: 'a' },
        { type: 'api-call', url: 'https://x.example', resultAction: 'store', next: 2 },
      ],
    });
    made.start(1);
    expect(made.session()).toMatchObject({ status: 'ended', endReason: 'fault' });
    expect(lines(made).at(-1)).toBe(
      'note: More than 50 API calls followed each other; the conversation was ended.',
    );
  });

  it('says so when a campaign is not there', () => {
    const made = hostWith({ 1: [{ type: 'switch', switchTo: 9 }] });
    made.start(1);
    made.start(8);
    expect(lines(made)).toEqual([
      'note: Goes on in campaign 9',
      'note: There is no campaign 9 here',
      'note: There is no campaign 8 here',
    ]);
  });

  it('opt-out words come before any flow', () => {
    const made = hostWith(
      {
        1: [
          { type: 'open-question', text: 'Q' },
          { type: 'final-message', text: 'x' },
        ],
      },
      { keywords: { JOIN: 1 } },
    );
    made.say('join');
    made.say('Stop!');
    made.say('join');
    made.start(1);
    expect(made.session()).toMatchObject({ status: 'ended', endReason: 'opted-out' });
    made.say('yes');
    made.say('JOIN');
    made.say('yes');
    expect(lines(made).filter((line) => line.startsWith('us'))).toEqual(['us: Q', 'us: Q', 'us: x']);
  });

  describe('its clock', () => {
    const HOURS = {
      rule: { hours: [8, 21] as const, byState: false },
      zones: ['America/New_York'],
      state: null,
    };
    const wait = (unit: string, amount: number): StepShorthand => ({
      type: 'wait',
      wait: { unit, amount } as never,
    });

    it('lets happen what is due on the way, and says what comes next', () => {
      const made = hostWith({
        1: [
          wait('hours', 2),
          { type: 'message', text: 'A' },
          wait('hours', 1),
          { type: 'final-message', text: 'B' },
        ],
      });
      made.start(1);
      expect(made.next()).toEqual({ at: '2026-03-02T17:00:00.000Z', what: 'wait' });
      made.passTime(3600);
      expect(lines(made)).toEqual([]);
      made.passTime(5 * 3600);
      expect(made.transcript().map(({ text, at }) => [text, at.slice(11, 16)])).toEqual([
        ['A', '17:00'],
        ['B', '18:00'],
        ['The conversation ended', '18:00'],
      ]);
      expect([made.now(), made.next()]).toEqual(['2026-03-02T21:00:00.000Z', null]);
    });

    it('holds in quiet hours what answers nobody until the window opens', () => {
      const made = hostWith(
        {
          1: [
            { type: 'open-question', text: 'Q' },
            { type: 'message', text: 'Thanks' },
            wait('hours', 1),
            { type: 'final-message', text: 'Later' },
          ],
        },
        { now: '2026-03-03T04:00:00Z', quiet: HOURS },
      );
      made.start(1);
      expect(lines(made)).toEqual([
        'note: Held until 2026-03-03 08:00 on their clock. Quiet hours outside 8:00–21:00',
      ]);
      expect(made.next()).toEqual({ at: '2026-03-03T13:00:00.000Z', what: 'held' });
      made.say('yes');
      expect(lines(made).slice(1)).toEqual(['them: yes', 'us: Thanks']);
      made.passTime(3600);
      expect(lines(made).at(-2)).toContain('Held until 2026-03-03 08:00');
      made.passTime(9 * 3600);
      expect(lines(made).slice(-2)).toEqual(['us: Q', 'us: Later']);
    });

    it('drops what is held when the person opts out', () => {
      const made = hostWith(
        {
          1: [
            { type: 'message', text: 'Q' },
            { type: 'open-question', text: 'R' },
          ],
        },
        { now: '2026-03-03T04:00:00Z', quiet: HOURS },
      );
      made.start(1);
      made.say('STOP');
      made.passTime(86_400);
      expect(lines(made).filter((line) => line.startsWith('us'))).toEqual([]);
    });

    it('makes a failed call again as its step says, and stops at a loop without end', () => {
      const asked: string[] = [];
      const call = {
        type: 'api-call',
        url: 'https://x.example',
        retries: 2,
        resultAction: 'send',
      } as StepShorthand;
      const made = hostWith(
        { 1: [call, { type: 'final-message', text: 'Bye' }] },
        {
          callApi: () => {
            asked.push(made.now());
            return asked.length < 3 ? { ok: false, text: 'Down.', status: 503 } : { ok: true, text: 'Up' };
          },
        },
      );
      made.start(1);
      expect(made.next()).toMatchObject({ what: 'call' });
      expect([made.skipWait(), made.skipWait(), made.skipWait()]).toEqual([true, true, false]);
      expect(asked.map((at) => Date.parse(at) - Date.parse('2026-03-02T15:00:00Z'))).toEqual([
        0, 5_000, 35_000,
      ]);
      expect(lines(made).filter((line) => line.startsWith('us'))).toEqual(['us: Up', 'us: Bye']);

      const ring = hostWith({
        1: [
          { type: 'message', text: 'x' },
          { ...wait('seconds', 1), next: 1 },
        ],
      });
      ring.start(1);
      ring.passTime(86_400);
      expect(lines(ring).at(-1)).toContain('More than 100 things happened');
    });
  });

  it('does not start for a number that has opted out, until it opts in again', () => {
    const made = hostWith({ 1: [{ type: 'final-message', text: 'x' }] }, { optedOut: true });
    made.start(1);
    made.say('START');
    made.start(1);
    expect(lines(made)).toEqual([
      'note: This number is opted out: the campaign does not start',
      'them: START',
      'note: Opted in again',
      'us: x',
      'note: The conversation ended',
    ]);
  });
});
