/**
 * Ready-made questions for the "Choose Question Template" dialog. Using one keeps the ID, RQ and TYPE of the
 * step it is used on.
 */
import { flowOf, type Step, type StepShorthand } from '@parley/engine';
import { NO, scorePattern, YES } from './shipped/shipped-template.ts';

type Sketch = Omit<StepShorthand, 'type'> & { name: string; type?: StepShorthand['type'] };

const RETRY = { validate: true, retries: 1 };

const SKETCHES: Sketch[] = [
  {
    name: 'Yes or no',
    description: 'Yes or no',
    text: 'Would you like to hear more? Reply YES or NO.',
    intents: [
      { text: 'Yes', score: 'Yes', phrases: YES },
      { text: 'No', score: 'No', phrases: NO },
    ],
    errorText: 'Please reply YES or NO.',
    ...RETRY,
  },
  {
    name: 'Opt-in with consent',
    description: 'Consent',
    text: 'Can we text you news and offers, about 4 msgs a month? Reply YES or NO. Msg & data rates may apply. HELP for help, STOP to opt out.',
    intents: [
      { text: 'Yes', score: 'Yes', phrases: [...YES, 'join', 'sign me up'] },
      { text: 'No', score: 'No', phrases: NO },
    ],
    errorText: 'Please reply YES to join or NO to pass.',
    ...RETRY,
  },
  {
    name: 'Stars: 1 to 5',
    description: 'Stars',
    text: 'How many stars would you give us, from 1 (poor) to 5 (excellent)?',
    intents: [
      { text: '1', score: '1', pattern: scorePattern(1), phrases: ['one', 'one star', 'terrible'] },
      { text: '2', score: '2', pattern: scorePattern(2), phrases: ['two', 'two stars'] },
      { text: '3', score: '3', pattern: scorePattern(3), phrases: ['three', 'three stars', 'average'] },
      { text: '4', score: '4', pattern: scorePattern(4), phrases: ['four', 'four stars', 'good'] },
      {
        text: '5',
        score: '5',
        pattern: scorePattern(5),
        phrases: ['five', 'five stars', 'excellent', 'perfect'],
      },
    ],
    errorText: 'Please reply with a number from 1 to 5.',
    ...RETRY,
  },
  {
    name: 'Recommendation: 0 to 10',
    description: 'Score',
    text: 'From 0 to 10, how likely are you to recommend us to a friend? Reply with a number.',
    intents: Array.from({ length: 11 }, (_, value) => ({
      text: String(value),
      score: String(value),
      pattern: scorePattern(value),
    })),
    errorText: 'Please reply with a number from 0 (not at all) to 10 (certainly).',
    ...RETRY,
  },
  {
    name: 'Satisfaction: great, OK, poor',
    description: 'Satisfaction',
    text: 'How was it? Reply 1 Great, 2 OK, or 3 Poor.',
    intents: [
      { text: 'Great', score: '3', phrases: ['loved it', 'very good', 'excellent', 'perfect', 'awesome'] },
      { text: 'OK', score: '2', phrases: ['fine', 'so so', 'not bad', 'average'] },
      { text: 'Poor', score: '1', phrases: ['bad', 'terrible', 'awful', 'disappointed', 'not good'] },
    ],
    errorText: 'Please reply 1, 2, or 3.',
    ...RETRY,
  },
  {
    name: 'Multiple choice: A, B, C',
    description: 'Choice',
    text: 'Which one do you like best? Reply A for the first, B for the second, or C for the third.',
    intents: [
      { text: 'First', score: 'A', phrases: ['the first one', 'number one'] },
      { text: 'Second', score: 'B', phrases: ['the second one', 'number two'] },
      { text: 'Third', score: 'C', phrases: ['the third one', 'number three'] },
    ],
    errorText: 'Please reply A, B, or C.',
    ...RETRY,
  },
  {
    name: 'How did you hear about us',
    description: 'Source',
    text: 'How did you hear about us? Reply 1 Friend, 2 Internet, 3 Walking by, or 4 Something else.',
    intents: [
      {
        text: 'Friend',
        score: 'Friend',
        phrases: ['a friend told me', 'family', 'colleague', 'recommended'],
      },
      {
        text: 'Internet',
        score: 'Internet',
        phrases: ['google', 'facebook', 'instagram', 'online', 'an ad'],
      },
      {
        text: 'Walking by',
        score: 'Street',
        phrases: ['saw the shop', 'i live nearby', 'passing by', 'drove by'],
      },
      { text: 'Something else', score: 'Other', phrases: ['other', 'i do not remember', 'none of these'] },
    ],
  },
  {
    name: 'First name',
    description: 'First name',
    text: "What's your first name?",
  },
  {
    name: 'Email address',
    description: 'Email',
    text: "What's your email address?",
    intents: [{ text: 'Email', pattern: '[^@\\s]+@[^@\\s]+\\.[^@\\s.]{2,}' }],
    errorText: "That doesn't look like an email address. Please try again.",
    ...RETRY,
  },
  {
    name: 'ZIP code',
    description: 'ZIP code',
    text: "What's your ZIP code?",
    intents: [{ text: 'ZIP code', pattern: '^\\s*\\d{5}(-\\d{4})?\\s*$' }],
    errorText: 'Please reply with the five digits of your ZIP code.',
    ...RETRY,
  },
  {
    name: 'Birthday',
    description: 'Birthday',
    text: 'When is your birthday? Reply with month and day, like 04/23.',
    intents: [
      { text: 'Birthday', pattern: '^\\s*(0?[1-9]|1[0-2])\\s*[/.-]\\s*(0?[1-9]|[12]\\d|3[01])\\s*$' },
    ],
    errorText: "Sorry, we couldn't read that date. Month first, please, like 04/23.",
    ...RETRY,
  },
  {
    name: 'Age',
    description: 'Age',
    text: 'How old are you? Reply with your age in years.',
    intents: [{ text: 'Age', pattern: '^\\s*\\d{1,3}\\s*$' }],
    errorText: 'Please reply with your age as a number, for example 34.',
    ...RETRY,
  },
  {
    name: 'Best time to call',
    description: 'Best time',
    text: "When's the best time to call you? Reply 1 Morning, 2 Afternoon, or 3 Evening.",
    intents: [
      { text: 'Morning', score: 'Morning', phrases: ['before noon', 'early', 'am'] },
      { text: 'Afternoon', score: 'Afternoon', phrases: ['after lunch', 'after noon', 'pm'] },
      { text: 'Evening', score: 'Evening', phrases: ['after work', 'late', 'tonight'] },
    ],
    errorText: 'Please reply 1, 2, or 3.',
    ...RETRY,
  },
  {
    name: 'Open comment',
    description: 'Comment',
    text: 'What would you like to tell us? Write as much as you like.',
  },
];

export type QuestionTemplate = { id: number; name: string; step: Step };

export const QUESTION_TEMPLATES: readonly QuestionTemplate[] = SKETCHES.map(
  ({ name, type, ...sketch }, index) => {
    const [step] = flowOf(0, [
      { ...sketch, type: type ?? (sketch.intents ? 'choice-question' : 'open-question') },
    ]).steps;
    if (!step) throw new Error(`The question template "${name}" has no step.`);
    // Not a stored step: it has neither id nor place.
    return { id: index + 1, name, step: { ...step, id: 0, position: 0 } };
  },
);
