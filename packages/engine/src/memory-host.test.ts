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
      'note: Tag "Town" set to "Rome"',
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
});
