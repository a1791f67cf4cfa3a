/** Templates that serve: appointment reminder, store hours; and the empty one. */
import { FLOW, GUIDED, type ShippedTemplate, YES } from './shipped-template.ts';

const appointment: ShippedTemplate = {
  id: 3,
  name: 'Appointment reminder',
  description:
    'Sends a reminder with day and time, takes a confirmation, and finds a better time for anyone who can’t make it.',
  type: GUIDED,
  icon: 1004,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Reminder',
      guide:
        'Day, time, and name come from each contact’s tags. Add the tags, fill them with an import, then send this as a blast.',
      text: '{{brand}}: Hi {%First name|there%}, your appointment is on {%Appointment date|the agreed day%} at {%Appointment time|the agreed time%}. Reply YES to confirm or NEW for another time. STOP to opt out.',
      intents: [
        {
          text: 'Yes',
          score: 'Confirmed',
          next: 2,
          phrases: [...YES, 'confirm', 'confirmed', 'i will be there', 'see you then'],
        },
        {
          text: 'New',
          score: 'Another time',
          next: 4,
          phrases: [
            'no',
            'n',
            'nope',
            'reschedule',
            'another time',
            'another day',
            'i cannot make it',
            'change it',
            '👎',
          ],
        },
      ],
      next: 4,
      validate: true,
      retries: 1,
      errorText: "Sorry, we didn't get that.",
      wait: { unit: 'hours', amount: 24 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'tag',
      tag: 'Appointment status',
      value: 'confirmed',
      description: 'Mark as confirmed',
      guide: 'The tag that shows who’s confirmed. Filter your next blast by it.',
    },
    {
      id: 3,
      type: 'final-message',
      description: 'Confirmed',
      guide: 'What people should know before they arrive.',
      text: "Thanks, you're confirmed. Please arrive five minutes early. See you soon!",
    },
    {
      id: 4,
      type: 'open-question',
      description: 'Preferred time',
      guide: 'People answer in their own words, and your team reads it.',
      text: "Let's find a better time. What day and time work for you?",
      wait: { unit: 'hours', amount: 24 },
    },
    {
      id: 5,
      type: 'tag',
      tag: 'Appointment status',
      value: 'wants another time',
      description: 'Mark as open',
      guide: 'The same tag, so no one’s forgotten.',
    },
    {
      id: 6,
      type: 'notification',
      description: 'Tell the front desk',
      guide: 'Choose a list with the phones of whoever keeps the calendar.',
      text: '{%First name|A client%} ({%Appointment date|no date%}) would like another time: {%answer:Preferred time|not said%}',
    },
    {
      id: 7,
      type: 'final-message',
      description: 'We will call',
      guide: 'Say what happens next.',
      text: "Thank you! We'll check the calendar and confirm your new time shortly. - {{brand}}",
    },
  ],
};

const storeHours: ShippedTemplate = {
  id: 11,
  name: 'Store hours menu',
  description:
    'Answers the four questions people call about, day and night: hours, directions, the special, and a table.',
  type: FLOW,
  icon: 1012,
  steps: [
    {
      id: 1,
      type: 'choice-question',
      description: 'Menu',
      guide: 'People can answer with a number, a word, or a whole question.',
      text: 'Welcome to {{brand}}! Reply 1 Hours, 2 Directions, 3 Special, or 4 Table. HELP for help, STOP to opt out.',
      intents: [
        {
          text: 'Hours',
          score: 'Hours',
          next: 2,
          phrases: ['when do you open', 'are you open today', 'opening times', 'when do you close'],
        },
        {
          text: 'Directions',
          score: 'Directions',
          next: 3,
          phrases: ['where are you', 'address', 'how do i get there', 'parking'],
        },
        {
          text: 'Special',
          score: 'Special',
          next: 4,
          phrases: ['what is on today', 'special of the day', 'lunch', 'what do you recommend'],
        },
        {
          text: 'Table',
          score: 'Table',
          next: 5,
          phrases: ['reservation', 'book a table', 'reserve', 'table for two'],
        },
      ],
      next: 6,
      loop: { max: 6, step: 7 },
      validate: true,
      retries: 1,
      errorText: "Sorry, we didn't get that.",
      wait: { unit: 'hours', amount: 1 },
      onExpiry: 'end',
    },
    {
      id: 2,
      type: 'message',
      description: 'Hours',
      guide: 'Your hours. Change them before holidays.',
      text: "We're open Tuesday to Friday 11 am to 10 pm, Saturday and Sunday 9 am to 11 pm. Closed Mondays.",
      next: 6,
    },
    {
      id: 3,
      type: 'message',
      description: 'Directions',
      guide: 'Address, parking, and a link to the map.',
      text: "We're at 1 Main Street, next to the library. Free parking in back. Map: example.com/map",
      next: 6,
    },
    {
      id: 4,
      type: 'message',
      description: 'Special',
      guide: 'Different versions go out at random. Write one for each dish.',
      text: "Today's special: grilled sea bass with lemon butter and new potatoes.",
      alternatives: [
        "Today's special: mushroom risotto, creamy, with roasted hazelnuts.",
        "Today's special: short ribs, slow-cooked for nine hours.",
      ],
      next: 6,
    },
    {
      id: 5,
      type: 'message',
      description: 'Table',
      guide: 'Where people book.',
      text: 'Book your table at example.com/table, or just stop by: we save a few for walk-ins.',
    },
    {
      id: 6,
      type: 'choice-question',
      description: 'Anything else',
      guide: 'MENU leads back to the choices.',
      text: 'Anything else? Reply MENU to see the choices again, or BYE.',
      intents: [
        {
          text: 'Menu',
          score: 'Menu',
          next: 1,
          phrases: ['yes', 'yes please', 'back', 'choices', 'one more'],
        },
        {
          text: 'Bye',
          score: 'Bye',
          next: 7,
          phrases: ['no', 'no thanks', 'that is all', 'thank you', 'goodbye'],
        },
      ],
      next: 7,
      wait: { unit: 'minutes', amount: 30 },
      onExpiry: 'end',
    },
    {
      id: 7,
      type: 'final-message',
      description: 'Goodbye',
      guide: 'A friendly end.',
      text: 'Thanks for texting {{brand}}. See you soon!',
    },
  ],
};

const blank: ShippedTemplate = {
  id: 99,
  name: 'Start from scratch',
  description: 'An empty campaign. Drag in the steps you need.',
  type: FLOW,
  icon: 1001,
  steps: [],
};

export const serveTemplates = { appointment, storeHours, blank };
