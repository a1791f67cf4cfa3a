/** Templates that sell and raise: flash sale, contest, donation, drip series. */
import { FLOW, GUIDED, type ShippedTemplate, YES } from './shipped-template.ts';

const flashSale: ShippedTemplate = {
  id: 4,
  name: 'Flash sale',
  description: 'One offer, one day. Reply and get the code right away, or get a reminder in the evening.',
  type: GUIDED,
  icon: 1005,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'The offer',
      guide:
        'Say what’s on sale, how much they save, and until when. A reply beats a link: you see who’s interested.',
      text: '{{brand}} FLASH SALE: 30% off everything, today only! Reply DEAL for your code, or LATER for a reminder tonight. HELP for help, STOP to opt out.',
      intents: [
        {
          text: 'Deal',
          score: 'Deal',
          next: 2,
          phrases: [...YES, 'code', 'send me the code', 'i want it', 'gimme'],
        },
        {
          text: 'Later',
          score: 'Later',
          next: 3,
          phrases: ['remind me', 'tonight', 'not now', 'after work'],
        },
      ],
      next: 2,
      wait: { unit: 'today', hour: 18, minute: 0 },
    },
    {
      id: 2,
      type: 'final-message',
      description: 'The code',
      guide: 'The code your register and online store accept. Anyone who hasn’t replied by 6 pm gets it too.',
      text: 'Your {{brand}} code is FLASH30: 30% off everything, in store and online, until midnight tonight. Happy shopping!',
      alternatives: [
        'Here it is: FLASH30 takes 30% off everything at {{brand}}, in store and online, until midnight tonight. Enjoy!',
      ],
    },
    {
      id: 3,
      type: 'message',
      description: 'Promise the reminder',
      guide: 'Confirm that you’ll be back.',
      text: "Sure thing! We'll remind you tonight, well before it ends.",
    },
    {
      id: 4,
      type: 'wait',
      description: 'Until the evening',
      guide: 'When to send the reminder, in each customer’s time zone.',
      wait: { unit: 'today', hour: 19, minute: 30 },
    },
    {
      id: 5,
      type: 'final-message',
      description: 'Last call',
      guide: 'The reminder, with the code in it.',
      text: 'Last call from {{brand}}: 30% off everything ends at midnight. Your code is FLASH30.',
    },
  ],
};

const contest: ShippedTemplate = {
  id: 5,
  name: 'Contest',
  description:
    'A quiz question with a second chance. Right answers enter the drawing and join your list of entrants.',
  type: GUIDED,
  icon: 1006,
  steps: [
    {
      id: 1,
      type: 'auxiliary',
      panel: 'keyword',
      description: 'Keyword',
      guide: 'Choose the word people text to play, such as WIN.',
    },
    {
      id: 2,
      type: 'message',
      description: 'Welcome',
      guide: 'Name the prize and link your rules. Most places require them by law.',
      text: 'Welcome to the {{brand}} giveaway! One right answer enters you in our drawing for a $250 gift card. Rules: example.com/rules. Msg frequency varies. Msg & data rates may apply. HELP for help, STOP to opt out.',
    },
    {
      id: 3,
      type: 'choice-question',
      description: 'Quiz',
      guide: 'Ask something fun to find out about you. Where an answer leads makes it right or wrong.',
      text: 'When did we open our first store? Reply A for 1998, B for 2004, or C for 2011.',
      intents: [
        { text: '1998', score: '0', next: 7 },
        { text: '2004', score: '1', next: 4 },
        { text: '2011', score: '0', next: 7 },
      ],
      next: 7,
      loop: { max: 2, step: 8 },
      wait: { unit: 'hours', amount: 48 },
      onExpiry: 'end',
    },
    {
      id: 4,
      type: 'open-question',
      description: 'First name',
      guide: 'So you know who to call when they win.',
      text: "That's right, you're in the drawing! What's your first name, so we know who to ask for?",
      wait: { unit: 'hours', amount: 48 },
    },
    {
      id: 5,
      type: 'opt-in',
      description: 'Add to the entrants',
      guide: 'Choose the list of entrants. Draw the winner from it.',
    },
    {
      id: 6,
      type: 'final-message',
      description: 'Good luck',
      guide: 'Say when the drawing is.',
      text: "Thank you {%answer:First name|for playing%}, good luck! We'll draw the winner on the last day of the month and send a text. - {{brand}}",
    },
    {
      id: 7,
      type: 'message',
      description: 'Second chance',
      guide: 'A wrong answer gets one more try.',
      text: 'Not quite. Try again!',
      next: 3,
    },
    {
      id: 8,
      type: 'final-message',
      description: 'Consolation',
      guide: 'After two wrong answers. A small offer keeps them happy.',
      text: 'Not this time, but thanks for playing! Show this text for 10% off this week. - {{brand}}',
    },
  ],
};

const amount = (dollars: number, word: string) => ({
  text: `$${dollars}`,
  score: String(dollars),
  next: 2,
  phrases: [`${dollars} dollars`, word, `${word} dollars`],
});

const donation: ShippedTemplate = {
  id: 12,
  name: 'Donation',
  description:
    'Asks for a gift in three amounts, says thanks the next day, and reminds anyone who wants to think it over.',
  type: GUIDED,
  icon: 1013,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Amount',
      guide: 'Show what a gift does in one picture. Change the amounts to yours.',
      text: '{{brand}}: $25 gives one family clean water for a year. Will you help today? Reply 1 for $10, 2 for $25, 3 for $50, or LATER. HELP for help, STOP to opt out.',
      intents: [
        amount(10, 'ten'),
        amount(25, 'twenty five'),
        amount(50, 'fifty'),
        {
          text: 'Later',
          score: 'Later',
          next: 5,
          phrases: ['not now', 'next month', 'remind me', 'let me think about it'],
        },
      ],
      next: 7,
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'message',
      description: 'Where to give',
      guide: 'Add the link to your donation page.',
      text: 'Thank you, {%intent:Amount%} is wonderful! Give safely here: example.com/give. Your receipt comes by email.',
    },
    {
      id: 3,
      type: 'wait',
      description: 'A day later',
      guide: 'When to say thanks again.',
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 4,
      type: 'final-message',
      description: 'What it does',
      guide: 'Show what gifts do. People who see it give again.',
      text: 'Because of people like you, 120 families have clean water today. Thank you from all of us at {{brand}}.',
    },
    {
      id: 5,
      type: 'message',
      description: 'Take your time',
      guide: 'For anyone who answered LATER.',
      text: "Thanks for thinking about it. We'll check back in two days.",
    },
    {
      id: 6,
      type: 'wait',
      description: 'Two days later',
      guide: 'How long to wait before the reminder.',
      wait: { unit: 'hours', amount: 48 },
    },
    {
      id: 7,
      type: 'final-message',
      description: 'Reminder',
      guide: 'A gentle reminder, and the reply to any answer that wasn’t an amount.',
      text: 'You can give any amount, at any time, here: example.com/give. Thank you for standing with {{brand}}.',
    },
  ],
};

const drip: ShippedTemplate = {
  id: 9,
  name: 'Drip series',
  description:
    'A week of texts for new customers: a welcome, tips with a check-in, and an offer to come back.',
  type: FLOW,
  icon: 1010,
  steps: [
    { id: 1, type: 'drip-reset', description: 'Start afresh', inGuide: false },
    {
      id: 2,
      type: 'message',
      description: 'Welcome',
      guide: 'Say who you are and how many texts will come.',
      text: "Welcome to {{brand}}! Over the next few days, we'll send you three quick tips to help you get started. HELP for help, STOP to opt out.",
    },
    {
      id: 3,
      type: 'wait',
      description: 'Next day',
      guide: 'The first tip comes the next day.',
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 4,
      type: 'message',
      description: 'Tip 1',
      guide: 'The one thing every new customer should do first.',
      text: 'Tip 1: set it up in five minutes with our short video: example.com/start',
    },
    {
      id: 5,
      type: 'wait',
      description: 'Two days later',
      guide: 'Time to try it out.',
      wait: { unit: 'hours', amount: 48 },
    },
    {
      id: 6,
      type: 'choice-question',
      description: 'Check-in',
      guide: 'A question keeps it a conversation. Anyone who’s stuck gets a hand.',
      text: "Tip 2: the button on the left saves your favorites. How's it going so far? Reply GOOD or STUCK.",
      intents: [
        {
          text: 'Good',
          score: 'Good',
          next: 8,
          phrases: ['great', 'all good', 'going well', 'love it', 'easy'],
        },
        {
          text: 'Stuck',
          score: 'Stuck',
          next: 7,
          phrases: ['not working', 'i need a hand', 'it does not work', 'confused', 'difficult'],
        },
      ],
      next: 8,
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 7,
      type: 'message',
      description: 'Lend a hand',
      guide: 'Where stuck customers find someone who knows.',
      text: "Let's fix that. Our team answers within minutes at example.com/support.",
    },
    {
      id: 8,
      type: 'wait',
      description: 'Two days later',
      guide: 'A pause before the last tip.',
      wait: { unit: 'hours', amount: 48 },
    },
    {
      id: 9,
      type: 'message',
      description: 'Tip 3',
      guide: 'Something even longtime customers often don’t know.',
      text: 'Tip 3: bring a friend and you both save 15%. Your link: example.com/friends',
    },
    {
      id: 10,
      type: 'wait',
      description: 'Later that week',
      guide: 'The offer comes once they know what they have.',
      wait: { unit: 'hours', amount: 60 },
    },
    {
      id: 11,
      type: 'final-message',
      description: 'Come back',
      guide: 'End the series with a reason to come back.',
      text: "That's the last of our tips. As a thank-you, take 10% off your next order this week with code AGAIN10. - {{brand}}",
    },
  ],
};

export const sellTemplates = { flashSale, contest, donation, drip };
