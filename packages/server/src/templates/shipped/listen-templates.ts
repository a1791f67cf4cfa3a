/** Templates that listen: survey, feedback score, support. */
import { FLOW, GUIDED, type ShippedTemplate, scorePattern } from './shipped-template.ts';

const survey: ShippedTemplate = {
  id: 2,
  name: 'Customer survey',
  description: 'Three short questions after a visit. Unhappy customers get to say what went wrong instead.',
  type: GUIDED,
  icon: 1003,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Overall',
      guide: 'The first answer decides what comes next. Anyone who answers Poor is asked what went wrong.',
      text: 'Hi, this is {{brand}}. How was your last visit? Reply 1 Great, 2 OK, or 3 Poor. It takes a minute. HELP for help, STOP to opt out.',
      intents: [
        {
          text: 'Great',
          score: '3',
          next: 2,
          phrases: ['loved it', 'amazing', 'very good', 'excellent', 'perfect', 'awesome'],
        },
        {
          text: 'OK',
          score: '2',
          next: 2,
          phrases: ['fine', 'so so', 'not bad', 'average', 'it was alright'],
        },
        {
          text: 'Poor',
          score: '1',
          next: 4,
          phrases: ['bad', 'terrible', 'awful', 'disappointed', 'not good', 'never again'],
        },
      ],
      next: 5,
      validate: true,
      retries: 1,
      errorText: "Sorry, we didn't get that.",
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'choice-question',
      description: 'What matters',
      guide: 'Add what you want to compare. Four answers fit well in one text.',
      text: 'Thank you! What matters most to you when you visit us? 1 Quality, 2 Service, 3 Price, 4 Location',
      intents: [
        {
          text: 'Quality',
          score: 'Quality',
          phrases: ['the food', 'the products', 'how good it is', 'selection'],
        },
        {
          text: 'Service',
          score: 'Service',
          phrases: ['the staff', 'friendly people', 'the team', 'being looked after'],
        },
        { text: 'Price', score: 'Price', phrases: ['value for money', 'cheap', 'the prices', 'good deals'] },
        { text: 'Location', score: 'Location', phrases: ['close to home', 'nearby', 'parking', 'on my way'] },
      ],
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 3,
      type: 'open-question',
      description: 'One wish',
      guide: 'An open question. Every answer is in the report, word for word.',
      text: 'Last one: what could we do even better? Write as much as you like.',
      next: 5,
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 4,
      type: 'open-question',
      description: 'What went wrong',
      guide: 'Only people who answered Poor get this.',
      text: "We're sorry to hear that. What went wrong? A manager reads every answer.",
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 5,
      type: 'final-message',
      description: 'Thank you',
      guide: 'Close with a small thank-you. It brings people back.',
      text: 'Thank you, that helps us a lot! Show this text for 10% off your next visit. - {{brand}}',
    },
  ],
};

const scores = (values: number[], next: number) =>
  values.map((value) => ({
    text: String(value),
    score: String(value),
    next,
    pattern: scorePattern(value),
    phrases: [NUMBER_WORDS[value] ?? '', `${value} out of 10`, `${value}/10`],
  }));
const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const feedback: ShippedTemplate = {
  id: 6,
  name: 'Feedback score',
  description:
    'The 0-to-10 question. Fans are asked for a review, critics get to say why, and your team hears right away.',
  type: GUIDED,
  icon: 1007,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Score',
      guide:
        'The classic question: 9 and 10 are fans, 7 and 8 are happy enough, and 0 to 6 need your attention.',
      text: 'Hi from {{brand}}! From 0 to 10, how likely are you to recommend us to a friend? Reply with a number. HELP for help, STOP to opt out.',
      intents: [...scores([10, 9], 2), ...scores([8, 7], 3), ...scores([6, 5, 4, 3, 2, 1, 0], 4)],
      next: 6,
      validate: true,
      retries: 1,
      errorText: 'Please reply with a number from 0 (not at all) to 10 (certainly).',
      wait: { unit: 'hours', amount: 48 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'final-message',
      description: 'Ask fans for a review',
      guide: 'Add the link to your review page.',
      text: 'You made our day, thank you! Would you tell others, too? A quick review helps us a lot: example.com/review',
    },
    {
      id: 3,
      type: 'open-question',
      description: 'What is missing',
      guide: 'People who are almost happy often know exactly what’s missing.',
      text: "Thank you! What's the one thing that would make it a 10?",
      next: 6,
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 4,
      type: 'open-question',
      description: 'What went wrong',
      guide: 'Ask critics right away, while it’s fresh.',
      text: 'Thanks for being honest. What went wrong? Our manager will read your answer today.',
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 5,
      type: 'notification',
      description: 'Tell the team',
      guide: 'Choose a list with your team’s phones. They’ll hear right away.',
      text: 'Feedback {%intent:Score%} of 10: {%answer:What went wrong|no reason given%}',
    },
    {
      id: 6,
      type: 'final-message',
      description: 'Thank you',
      guide: 'Anyone who gave you feedback gets this.',
      text: 'Thanks for telling us. We take it to heart. - {{brand}}',
    },
  ],
};

const support: ShippedTemplate = {
  id: 8,
  name: 'Two-way support',
  description:
    'A menu for common questions and a way to reach a person. Your team gets a text when someone needs help.',
  type: FLOW,
  icon: 1009,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Menu',
      guide: 'Start with the usual questions. People can answer with a number or in their own words.',
      text: 'Thanks for texting {{brand}}. How can we help? Reply 1 Order, 2 Return, 3 Hours, or 4 Talk to a person. STOP to opt out.',
      intents: [
        {
          text: 'Order',
          score: 'Order',
          next: 2,
          phrases: ['where is my order', 'track my package', 'delivery', 'when will it arrive', 'shipping'],
        },
        {
          text: 'Return',
          score: 'Return',
          next: 3,
          phrases: ['send it back', 'exchange', 'refund', 'money back', 'it does not fit'],
        },
        {
          text: 'Hours',
          score: 'Hours',
          next: 4,
          phrases: ['when do you open', 'are you open', 'opening times', 'when do you close'],
        },
        {
          text: 'Talk to a person',
          score: 'Person',
          next: 5,
          phrases: ['person', 'agent', 'human', 'call me', 'speak to somebody', 'representative'],
        },
      ],
      next: 5,
      loop: { max: 4, step: 5 },
      validate: true,
      retries: 1,
      errorText: "Sorry, we didn't get that.",
      wait: { unit: 'hours', amount: 12 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'open-question',
      description: 'Order number',
      guide: 'What your team needs to look the order up.',
      text: "Happy to check. What's your order number? It's in your confirmation email.",
      next: 7,
      wait: { unit: 'hours', amount: 12 },
      onExpiry: 'end',
    },
    {
      id: 3,
      type: 'message',
      description: 'Returns',
      guide: 'Your return policy in one text.',
      text: 'You can return anything unused within 30 days, free of charge. Print your label here: example.com/returns',
      next: 6,
    },
    {
      id: 4,
      type: 'message',
      description: 'Opening hours',
      guide: 'Your opening hours.',
      text: "We're here Monday to Friday 9 am to 7 pm and Saturday 10 am to 4 pm.",
      next: 6,
    },
    {
      id: 5,
      type: 'open-question',
      description: 'Request',
      guide: 'Let people say in their own words what it’s about.',
      text: "Of course. Tell us what it's about in one text, and someone from our team will get back to you.",
      next: 7,
      wait: { unit: 'hours', amount: 12 },
      onExpiry: 'end',
    },
    {
      id: 6,
      type: 'choice-question',
      description: 'Anything else',
      guide: 'Yes leads back to the menu.',
      text: 'Can we help with anything else? Reply YES or NO.',
      intents: [
        {
          text: 'Yes',
          score: 'Yes',
          next: 1,
          phrases: ['yes please', 'menu', 'one more thing', 'another question'],
        },
        {
          text: 'No',
          score: 'No',
          next: 9,
          phrases: ['no thanks', 'that is all', 'all good', 'nope', 'thank you'],
        },
      ],
      next: 9,
      wait: { unit: 'hours', amount: 2 },
      onExpiry: 'end',
    },
    {
      id: 7,
      type: 'notification',
      description: 'Tell the team',
      guide: 'Choose a list with your support team’s phones.',
      text: 'A customer needs help. Order: {%answer:Order number|none%}. Message: {%answer:Request|none%}',
    },
    {
      id: 8,
      type: 'final-message',
      description: 'We are on it',
      guide: 'Say when they can expect an answer, and stick to it.',
      text: 'Thanks, our team has your message and will get back to you within one business day.',
    },
    {
      id: 9,
      type: 'final-message',
      description: 'Goodbye',
      guide: 'A friendly end.',
      text: "You're welcome. Have a great day! - {{brand}}",
    },
  ],
};

export const listenTemplates = { survey, feedback, support };
