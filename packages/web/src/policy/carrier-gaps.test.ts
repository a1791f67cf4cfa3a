import { flowOf } from '@parley/engine';
import { expect, test } from 'vitest';
import { carrierGaps } from './carrier-gaps.ts';
import { sampleTexts } from './sample-texts.ts';
import type { CarrierPack } from './use-carrier-pack.ts';

const PAGE = {
  ...{ headline: 'Shop news', text: 'About 4 texts a month.', button: 'Join', consent: 'I agree.' },
  ...{ thanks: 'Thanks', background: '#ffffff', ink: '#000000', accent: '#000000', country: 'US' },
  ...{ terms: 'Terms', privacy: 'Privacy', sites: '', listName: 'Shop', version: 1, isOn: true },
  url: 'https://sms.example/p/abcabcabcabc',
  language: 'en' as const,
  numberLabel: 'Mobile number',
};
const CAMPAIGN = {
  ...{ id: 7, name: 'Join us', isPublished: true, keyword: 'JOIN' },
  steps: flowOf(7, [{ type: 'message', text: 'Welcome!' }]).steps,
};
const WHOLE: CarrierPack = {
  account: {
    ...{ id: 1, email: 'ann@shop.example', phone: '', phoneProven: false, mfaEnabled: false },
    ...{
      mfaSetting: 'optional',
      accountName: 'Blue Door',
      contactInfo: 'help@shop.example',
      timeZone: 'UTC',
    },
    ...{ role: 'owner', balance: 0, reserved: 0, linkBase: 'https://sms.example', team: [] },
    runsServer: false,
  },
  channel: { audience: 2, name: 'Main', index: 1, id: 3, number: '+12125550111', connection: 'twilio' },
  list: { id: 5, page: PAGE, asksEverybody: true },
  campaigns: [CAMPAIGN],
  disclosure: '',
  cap: { sends: 4, days: 30 },
  answers: { name: 'Blue Door', words: [], replies: [] },
};
const placesOf = (change: Partial<CarrierPack>) => carrierGaps({ ...WHOLE, ...change }).map(({ to }) => to);
const listWith = (page: Partial<typeof PAGE>, asksEverybody = true) => ({
  list: { id: 5, page: { ...PAGE, ...page }, asksEverybody },
});

test('of a program with everything nothing is missing', () => expect(placesOf({})).toEqual([]));

test.each<[string, Partial<CarrierPack>, string[]]>([
  ['a simulator', { channel: { ...WHOLE.channel, connection: 'simulator' } }, ['/channels/settings/3']],
  ['the first name of an account', { account: { ...WHOLE.account, accountName: 'ann' } }, ['/account']],
  ['no contact', { account: { ...WHOLE.account, contactInfo: ' ' } }, ['/account']],
  ['no limit', { cap: { sends: 0, days: 30 } }, ['/account']],
  ['no list', { list: undefined }, ['/lists']],
  ['a page that was never saved, whatever it suggests', listWith({ version: 0 }), ['/lists/signup/5']],
  [
    'a page that is off and says little',
    listWith({ isOn: false, text: '', terms: '', privacy: ' ' }),
    Array(4).fill('/lists/signup/5'),
  ],
  ['no double opt-in', listWith({}, false), ['/lists/members/5']],
  ['no campaign', { campaigns: [] }, ['/campaign/templates']],
  ['no keyword', { campaigns: [{ ...CAMPAIGN, keyword: '' }] }, ['/campaign/keyword/7']],
  ['one keyword among two', { campaigns: [CAMPAIGN, { ...CAMPAIGN, id: 8, keyword: '' }] }, []],
  ['a draft', { campaigns: [{ ...CAMPAIGN, isPublished: false }] }, ['/campaign/editor/7']],
  [
    'a draft without a text',
    { campaigns: [{ ...CAMPAIGN, isPublished: false, steps: [] }] },
    ['/campaign/editor/7'],
  ],
])('%s: where to mend it', (_name, change, places) => expect(placesOf(change)).toEqual(places));

test('samples are the first texts to people, each once, filled with plain examples', () => {
  const { steps } = flowOf(7, [
    { type: 'notification', list: 1, text: 'For the team' },
    { type: 'message', text: 'Hi {%First name|there%}, see https://shop.example/sale.', shortLinks: true },
    { type: 'message', text: 'Your {%Shoe%} in {%Color|blue%} by https://shop.example' },
    { type: 'open-question', text: ' ' },
    { type: 'message', text: 'Choose: {%link:preferences%}' },
    { type: 'message', text: 'You said {%answer:2%}' },
    { type: 'message', text: 'You said {%answer:2%}' },
    { type: 'final-message', text: 'Bye' },
    { type: 'final-message', text: 'The sixth' },
  ]);
  expect(sampleTexts(steps, 'https://sms.example')).toEqual([
    expect.stringMatching(/^Hi Alex, see https:\/\/sms\.example\/\w+\/0+\.$/),
    'Your [Shoe] in blue by https://shop.example',
    expect.stringMatching(/^Choose: https:\/\/sms\.example\/\S+$/),
    'You said [answer]',
    'Bye',
  ]);
  expect([2, 3, 5].map((campaigns) => sampleTexts(steps, '', campaigns).length)).toEqual([3, 2, 1]);
});
