/**
 * What the named world is about: a coffee house, its lists and campaigns, and what its customers say. Data.
 */
import type { Dice } from './random.ts';

export const OWNER = {
  email: 'demo@parley.example',
  password: 'a good cup of coffee',
  phone: '+12125550123',
  account: 'Blue Door Cafe',
  contactInfo: 'hello@bluedoor.example, (212) 555-0123',
  timeZone: 'America/New_York',
  credits: 25_000,
};

export const TAGS = ['First name', 'City', 'Favorite drink', 'Level', 'Birthday'] as const;

export const LISTS = ['Newsletter', 'Blue Door Club', 'VIP guests', 'Tasting guests', 'Our team'] as const;
export type ListName = (typeof LISTS)[number];

export const LINKS = [
  { name: 'Menu of the season', url: 'https://bluedoor.example/menu', of: 'sale' },
  { name: 'Tasting evening', url: 'https://bluedoor.example/tasting', of: 'tasting' },
  { name: 'Review us', url: 'https://bluedoor.example/review', of: 'survey' },
] as const;

export type CampaignKey = 'join' | 'sale' | 'survey' | 'tasting' | 'hours' | 'birthday';
export type CampaignStory = {
  key: CampaignKey;
  name: string;
  /** The shipped template it was made from. */
  template: number;
  keyword: string;
  /** The list that its opt-in and notice steps name; null: not chosen yet. */
  list: ListName | null;
  /** Days before today that it was made. */
  age: number;
};

export const CAMPAIGNS: readonly CampaignStory[] = [
  { key: 'hours', name: 'Hours, directions, specials', template: 11, keyword: 'COFFEE', list: null, age: 66 },
  {
    key: 'join',
    name: 'Join the Blue Door Club',
    template: 1,
    keyword: 'JOIN',
    list: 'Blue Door Club',
    age: 65,
  },
  { key: 'sale', name: 'One-day flash sale', template: 4, keyword: '', list: null, age: 52 },
  { key: 'survey', name: 'How was your visit?', template: 2, keyword: '', list: null, age: 37 },
  {
    key: 'tasting',
    name: 'Tasting evening',
    template: 7,
    keyword: 'TASTING',
    list: 'Tasting guests',
    age: 20,
  },
  { key: 'birthday', name: 'Birthday club (draft)', template: 13, keyword: '', list: null, age: 3 },
];

/** Blasts that went out: days before today, hour of the day in the account's zone. */
export const BLASTS: readonly { campaign: CampaignKey; list: ListName; age: number; hour: number }[] = [
  { campaign: 'sale', list: 'Blue Door Club', age: 50, hour: 10 },
  { campaign: 'survey', list: 'Newsletter', age: 36, hour: 11 },
  { campaign: 'sale', list: 'Newsletter', age: 22, hour: 10 },
  { campaign: 'tasting', list: 'VIP guests', age: 17, hour: 12 },
  { campaign: 'survey', list: 'Blue Door Club', age: 6, hour: 11 },
];

/** Texts of a keyword on a day, least and most. */
export const KEYWORD_TEXTS: readonly { campaign: CampaignKey; least: number; most: number; from: number }[] =
  [
    { campaign: 'join', least: 2, most: 8, from: 60 },
    { campaign: 'hours', least: 3, most: 9, from: 60 },
    { campaign: 'tasting', least: 0, most: 4, from: 18 },
  ];

/** Of those who get a blast, who never wants to hear again. */
const STOPS = 0.009;
const STOP_WORDS = ['STOP', 'Stop', 'stop please', 'unsubscribe'];

/** What a person answers, text by text; an end before the last question is a person who lost interest. */
export function answersTo(campaign: CampaignKey, dice: Dice, byBlast: boolean): string[] {
  if (byBlast && dice.chance(STOPS)) return [dice.pick(STOP_WORDS)];
  return ANSWERS[campaign](dice);
}

const ANSWERS: Record<CampaignKey, (dice: Dice) => string[]> = {
  join: (dice) =>
    dice.chance(0.9)
      ? [dice.pick(['YES', 'Yes', 'yes please', 'Yeah sure', 'Y', 'yes!'])]
      : dice.chance(0.6)
        ? [dice.pick(['No', 'no thanks', 'not now'])]
        : [],
  sale: (dice) =>
    dice.chance(0.24)
      ? [dice.pick(['DEAL', 'Deal', 'deal please', 'yes', 'send me the code', 'I want it'])]
      : dice.chance(0.09)
        ? [dice.pick(['Later', 'LATER', 'remind me'])]
        : [],
  survey(dice) {
    if (!dice.chance(0.36)) return [];
    if (dice.chance(0.11))
      return [
        dice.pick(['3', 'Poor', 'not good']),
        dice.pick([
          'Waited 20 minutes for a cappuccino.',
          'My order was mixed up and nobody noticed.',
          'It was too loud to talk.',
          'The card reader was broken again.',
        ]),
      ];
    const opinion = dice.chance(0.78)
      ? ['1', 'Great', 'great!', 'loved it', 'Excellent']
      : ['2', 'OK', 'fine'];
    const matters = dice.pick([
      '1',
      '2',
      '3',
      '4',
      'Quality',
      'the staff',
      'Price',
      'Location',
      'friendly people',
    ]);
    const wish = dice.pick([
      'Open earlier on Sundays please',
      'More oat milk options',
      'A bigger table for groups',
      'Nothing, keep it up!',
      'Bring back the pistachio croissant',
      'Outlets near the window',
      'Decaf that tastes like coffee :)',
      'Live music again?',
    ]);
    return [dice.pick(opinion), ...(dice.chance(0.86) ? [matters, ...(dice.chance(0.7) ? [wish] : [])] : [])];
  },
  tasting(dice) {
    const coming = () => [
      dice.pick(['YES', 'Yes', 'coming', 'count me in']),
      dice.pick(['1', '2', '2', 'two', '3', '4']),
    ];
    if (dice.chance(0.42)) return coming();
    if (dice.chance(0.2)) return [dice.pick(['No', 'not this time', 'I cannot come'])];
    return dice.chance(0.25)
      ? [dice.pick(['Maybe', 'not sure']), ...(dice.chance(0.5) ? coming() : ['No'])]
      : [];
  },
  hours(dice) {
    const question = () =>
      dice.pick([
        '1',
        '2',
        '3',
        '4',
        'Hours',
        'where are you',
        'when do you close',
        'book a table',
        'special of the day',
      ]);
    const more = dice.chance(0.35) ? ['menu', question()] : [];
    return [question(), ...more, ...(dice.chance(0.5) ? [dice.pick(['bye', 'no thanks', 'thank you'])] : [])];
  },
  birthday: () => [],
};
