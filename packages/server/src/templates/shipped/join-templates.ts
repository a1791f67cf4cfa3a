/** Templates that win people: opt-in, age gate, birthday club, event. */
import { FLOW, GUIDED, NO, type ShippedTemplate, YES } from './shipped-template.ts';

const welcome: ShippedTemplate = {
  id: 1,
  name: 'Welcome and opt-in',
  description: 'People text your keyword, agree to get your texts, join your list, and get a welcome gift.',
  type: GUIDED,
  icon: 1002,
  steps: [
    {
      id: 1,
      type: 'auxiliary',
      panel: 'keyword',
      description: 'Keyword',
      guide:
        'Choose the word people text to join, such as JOIN or your shop’s name. Put it on receipts, posters, and your website.',
    },
    {
      id: 2,
      type: 'choice-question',
      description: 'Ask for consent',
      guide:
        'Say who you are, what they’ll get, and how often. Keep the words about rates, HELP, and STOP: carriers require them.',
      text: '{{brand}}: Want our best offers and news by text? About 4 msgs a month. Reply YES to join. Msg & data rates may apply. HELP for help, STOP to opt out.',
      intents: [
        { text: 'Yes', score: 'Yes', next: 3, phrases: [...YES, 'join', 'sign me up', 'i am in'] },
        { text: 'No', score: 'No', next: 5, phrases: NO },
      ],
      next: 5,
      validate: true,
      retries: 1,
      errorText: "Sorry, we didn't get that.",
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 3,
      type: 'opt-in',
      description: 'Add to the list',
      guide: 'Choose the list new subscribers join. Their consent is stored with the words they agreed to.',
    },
    {
      id: 4,
      type: 'final-message',
      description: 'Welcome gift',
      guide:
        'Thank them with something they can use right away. Change the code to one your register accepts.',
      text: "Welcome to {{brand}}, you're in! As a little thank-you, take 10% off your next purchase with code HELLO10, in store or online.",
      alternatives: [
        "You're in! Thanks for joining {{brand}}. Here's 10% off your next purchase with code HELLO10, in store or online.",
      ],
    },
    {
      id: 5,
      type: 'final-message',
      description: 'Friendly goodbye',
      guide: 'For anyone who says no. Keep it short and leave the door open.',
      text: "No problem, we'll leave it there. If you change your mind, just text us again.",
    },
  ],
};

const ageGate: ShippedTemplate = {
  id: 10,
  name: 'Age gate',
  description:
    'Asks for their age first and lets only adults join. For bars, wineries, and vape and cannabis shops.',
  type: FLOW,
  icon: 1011,
  steps: [
    {
      id: 1,
      type: 'open-question',
      description: 'Age',
      guide: 'Ask for their age as a number. The answer is kept as proof.',
      text: 'Thanks for texting {{brand}}. Our messages are for adults 21 and over. How old are you? Reply with your age in years. HELP for help, STOP to opt out.',
      intents: [{ text: 'Age', pattern: '^\\s*\\d{1,3}\\s*$', next: 2 }],
      next: 6,
      validate: true,
      retries: 1,
      errorText: 'Please reply with your age as a number, for example 34.',
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'branch',
      description: '21 or over?',
      inGuide: false,
      conditions: [
        {
          data: '{%answer:Age%}',
          operator: '>=',
          value: '21',
          next: 3,
          description: '21 or over goes on to the opt-in. Everyone else gets the polite no.',
        },
      ],
      next: 6,
    },
    {
      id: 3,
      type: 'choice-question',
      description: 'Ask for consent',
      guide: 'Say what they’ll get and how often.',
      text: 'Thank you! Can we text you about tastings and member offers, about 4 msgs a month? Reply YES or NO. Msg & data rates may apply.',
      intents: [
        { text: 'Yes', score: 'Yes', next: 4, phrases: YES },
        { text: 'No', score: 'No', next: 7, phrases: NO },
      ],
      next: 7,
      validate: true,
      retries: 1,
      errorText: 'Please reply YES to join or NO to pass.',
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 4,
      type: 'opt-in',
      description: 'Add to the list',
      guide: 'Choose the list of adults who agreed to your texts.',
    },
    {
      id: 5,
      type: 'final-message',
      description: 'Welcome',
      guide: 'Welcome them and say what’s coming first.',
      text: 'Cheers and welcome! Your first invitation is coming this week. Please enjoy responsibly. - {{brand}}',
    },
    {
      id: 6,
      type: 'final-message',
      description: 'Too young',
      guide: 'A polite no for anyone who’s underage, or whose answer wasn’t a number.',
      text: 'Thanks for your interest. Sorry, we can only text adults 21 and over.',
    },
    {
      id: 7,
      type: 'final-message',
      description: 'Friendly goodbye',
      guide: 'For anyone who says no.',
      text: "All right, you won't hear from us. You're always welcome to text again.",
    },
  ],
};

const birthday: ShippedTemplate = {
  id: 13,
  name: 'Birthday club',
  description:
    'Collects first name and birthday in two texts, so a daily automata can send everyone a treat on their day.',
  type: FLOW,
  icon: 1014,
  steps: [
    {
      id: 1,
      type: 'open-question',
      description: 'First name',
      guide: 'Ask for their name first. It makes the next text personal.',
      text: "Welcome to the {{brand}} birthday club: one treat a year, on your day. What's your first name? Msg & data rates may apply. HELP for help, STOP to opt out.",
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'tag',
      tag: 'First name',
      description: 'Keep the name',
      guide: 'The tag that holds first names. If you don’t have it yet, add it in the Tag Manager.',
    },
    {
      id: 3,
      type: 'open-question',
      description: 'Birthday',
      guide: 'Ask for month and day only. No one likes to give the year.',
      text: 'Nice to meet you, {%First name|friend%}! When is your birthday? Reply with month and day, like 04/23.',
      intents: [
        { text: 'Birthday', pattern: '^\\s*(0?[1-9]|1[0-2])\\s*[/.-]\\s*(0?[1-9]|[12]\\d|3[01])\\s*$' },
      ],
      validate: true,
      retries: 2,
      errorText: "Sorry, we couldn't read that date. Month first, please, like 04/23.",
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 4,
      type: 'tag',
      tag: 'Birthday',
      description: 'Keep the birthday',
      guide:
        'The tag that holds birthdays, as MM/DD. The treat is a campaign of its own, sent by a daily automata with the filter Birthday = the day of sending, in any year.',
    },
    {
      id: 5,
      type: 'opt-in',
      description: 'Add to the club',
      guide: 'Choose the list of the birthday club.',
    },
    {
      id: 6,
      type: 'final-message',
      description: 'Thank you',
      guide: 'Say when they’ll hear from you.',
      text: 'All set, {%First name|friend%}! Your {{brand}} treat will arrive on your birthday morning.',
    },
  ],
};

const event: ShippedTemplate = {
  id: 7,
  name: 'Event registration',
  description:
    'Invites people, takes a yes, no, or maybe, asks how many are coming, and follows up with what guests need to know.',
  type: GUIDED,
  icon: 1008,
  steps: [
    {
      id: 1,
      type: 'auxiliary',
      panel: 'keyword',
      description: 'Keyword',
      guide:
        'Choose the word people text to register, such as RSVP. You can also send this campaign as a blast.',
    },
    {
      id: 2,
      type: 'choice-question',
      description: 'Invitation',
      guide: 'What, when, and where in one text. Change the day, the time, and the address.',
      text: "You're invited! {{brand}} open house, Thursday, June 12, 6 pm, 1 Main Street. Can you make it? Reply YES, NO, or MAYBE. HELP for help, STOP to opt out.",
      intents: [
        {
          text: 'Yes',
          score: 'Yes',
          next: 3,
          phrases: [...YES, 'i will be there', 'coming', 'see you there'],
        },
        {
          text: 'No',
          score: 'No',
          next: 10,
          phrases: ['n', 'no thanks', 'nope', 'i cannot come', 'not this time', 'sorry no'],
        },
        {
          text: 'Maybe',
          score: 'Maybe',
          next: 8,
          phrases: ['not sure', 'perhaps', 'i do not know yet', 'depends'],
        },
      ],
      next: 10,
      loop: { max: 2, step: 10 },
      wait: { unit: 'hours', amount: 48 },
      onExpiry: 'end',
    },
    {
      id: 3,
      type: 'choice-question',
      description: 'Party size',
      guide: 'Numbers for the caterer. Delete answers if guests can’t bring anyone.',
      text: 'Wonderful! How many of you are coming? Reply 1, 2, 3, or 4. Msg frequency varies. Msg & data rates may apply.',
      intents: [
        { text: '1', score: '1', phrases: ['one', 'just me', 'only me'] },
        { text: '2', score: '2', phrases: ['two', 'two of us', 'me and my partner'] },
        { text: '3', score: '3', phrases: ['three', 'three of us'] },
        { text: '4', score: '4', phrases: ['four', 'four of us'] },
      ],
      validate: true,
      retries: 1,
      errorText: 'Please reply with a number from 1 to 4.',
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 4,
      type: 'opt-in',
      description: 'Add to the guest list',
      guide: 'Choose your guest list. You can send it a blast with news about the event.',
    },
    {
      id: 5,
      type: 'message',
      description: 'Confirmation',
      guide: 'Confirm right away, with the number they gave.',
      text: "You're on the list, party of {%intent:Party size|1%}. Doors open at 5:30 pm. Just show this text at the entrance.",
    },
    {
      id: 6,
      type: 'wait',
      description: 'A day later',
      guide: 'How long to wait before the practical details.',
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 7,
      type: 'final-message',
      description: 'Good to know',
      guide: 'Parking, entrance, dress code: whatever people would call you about.',
      text: 'Good to know for June 12: free parking behind the building, entrance on Oak Street. We look forward to seeing you! - {{brand}}',
    },
    {
      id: 8,
      type: 'message',
      description: 'No rush',
      guide: 'For anyone who’s not sure yet.',
      text: "No rush! We'll save you a seat and check back in two days.",
    },
    {
      id: 9,
      type: 'wait',
      description: 'Two days later',
      guide: 'How long to wait before asking again. It asks once more, then says goodbye.',
      wait: { unit: 'hours', amount: 48 },
      next: 2,
    },
    {
      id: 10,
      type: 'final-message',
      description: 'Next time',
      guide: 'For anyone who can’t come.',
      text: 'Thanks for letting us know. Hope to see you next time! - {{brand}}',
    },
  ],
};

export const joinTemplates = { welcome, ageGate, birthday, event };
