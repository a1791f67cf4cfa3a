/**
 * Ordinary answers to campaigns, for trying the opt-out rules: what people wrote by hand, and sentences made
 * from patterns.
 */

const SLOTS: Record<string, readonly string[]> = {
  day: [
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
    'tomorrow',
    'the weekend',
  ],
  time: [
    '8',
    '9am',
    '10:30',
    'noon',
    '1pm',
    '2:15',
    '3',
    '4 pm',
    '5:45',
    '6',
    '7:30pm',
    'the end of the day',
  ],
  food: [
    'pizza',
    'tacos',
    'the burger',
    'ramen',
    'a salad',
    'the wings',
    'sushi',
    'two coffees',
    'soup',
    'pancakes',
  ],
  thing: [
    'appointment',
    'order',
    'reservation',
    'class',
    'ticket',
    'table',
    'delivery',
    'haircut',
    'tour',
    'lesson',
    'pickup',
    'visit',
  ],
  place: [
    'the mall',
    'Main St',
    'the station',
    'your store',
    'the park',
    'the airport',
    'downtown',
    'the bus stop',
    'the clinic',
  ],
  name: ['Ann', 'Bob', 'Maria', 'José', 'Luc', 'Priya', 'Chen', 'Zoë', 'Omar', 'Kate', 'Anaïs', 'Igor'],
  count: ['1', '2', 'three', '4', 'five', '6', '8', '10', '12', 'a dozen'],
  mood: [
    'great',
    'ok',
    'terrible',
    'amazing',
    'slow',
    'so good',
    'fine',
    'confusing',
    'helpful',
    'not bad',
    'quite nice',
  ],
  extra: [
    'onions',
    'cheese',
    'the fee',
    'the second item',
    'the drinks',
    'one seat',
    'the tip',
    'the old card',
  ],
  act: [
    'laughing',
    'smiling',
    'eating these',
    'thinking about it',
    'watching',
    'dancing',
    'talking about it',
    'winning',
    'coming back',
  ],
  who: ['my wife', 'my son', 'the kids', 'my boss', 'a friend', 'mom', 'my sister', 'the neighbor'],
  color: ['red', 'blue', 'green', 'black', 'white', 'grey', 'pink', 'navy'],
  tail: ['', ' please', '!', ' thanks', ' 🙏', ' :)', '.', ' lol', ' 😂', '?'],
};

const PATTERNS: readonly string[] = [
  '{day} at {time} works{tail}',
  'can we move the {thing} to {day}{tail}',
  'please cancel my {thing} for {day}{tail}',
  'I need to cancel the {thing}{tail}',
  'is it too late to cancel the {thing} on {day}?',
  'when does the {thing} end on {day}?',
  'the {thing} should end by {time}',
  'I will stop by {place} at {time}{tail}',
  'can you stop at {place} on the way{tail}',
  'does the bus stop at {place}?',
  "can't stop {act}{tail}",
  "{who} won't stop {act}{tail}",
  'we never stop {act}{tail}',
  'remove {extra} from my {thing}{tail}',
  'take {extra} off the {thing}{tail}',
  "I don't want {extra} with {food}",
  "I don't want {food} on {day}{tail}",
  'do not add {extra}{tail}',
  'no more than {count} people{tail}',
  'the {thing} was {mood}{tail}',
  '{food} was {mood}, {count} stars{tail}',
  '{count} {color} ones{tail}',
  'I would like {food} for {count}{tail}',
  'my name is {name}{tail}',
  "it's {name}, text me at {time}{tail}",
  'text {who} when the {thing} is ready{tail}',
  "{who} didn't get the text about the {thing}",
  'I did not get a message about {day}',
  'please send the {thing} details to {name}{tail}',
  'put {name} on the list for {day}{tail}',
  'am I on the list for the {thing} at {time}?',
  '{name} quit, ask {who} instead',
  'we leave {place} at {time}{tail}',
  'leave it with {who} at {place}',
  'not {day}, {day} is better{tail}',
  'is {name} free at {time}?',
  'yes, {day} with {who}{tail}',
  'no, {time} is too late for {who}{tail}',
  'meet at {place}{tail}',
  "I'm at {place} now{tail}",
  "{who} doesn't text, call {time}",
  'start at {time} on {day}{tail}',
  'help me with my {thing} for {day}{tail}',
  'el {thing} es a las {time}{tail}',
  'quiero {food} para {count}{tail}',
  'je prends {food} pour {count}{tail}',
  'the {color} one for {name}{tail}',
  'my {thing} at {place} got cancelled{tail}',
];

/** `count` different answers: the same ones every time. */
export function ordinaryAnswers(written: readonly string[], count: number): string[] {
  const answers = new Set(written);
  for (let turn = 0; answers.size < count; turn++) {
    const pattern = PATTERNS[turn % PATTERNS.length] ?? '';
    // Each slot steps through its words at its own pace, so that all combinations come about.
    let dice = Math.imul(turn + 1, 0x9e3779b1) >>> 0;
    const text = pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
      const choices = SLOTS[slot] ?? [];
      const choice = choices[dice % choices.length] ?? '';
      dice = Math.imul(dice ^ (dice >>> 15), 0x85ebca6b) >>> 0;
      return choice;
    });
    answers.add(text);
  }
  return [...answers].slice(0, count);
}
