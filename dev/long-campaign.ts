/** Campaigns of any length, for pictures and measurements of the editor: a walk a day, asked after. */

/** As calls take it (CPData); answers and jumps name steps by ID. */
type ControlPoint = {
  ID: number;
  TYPE: string;
  TEXT: string;
  BOFNQ?: number;
  OPTIONS?: { ID: number; TEXT: string; AVALNEXT: number }[];
};

const ANSWERS = [
  { answer: 'Yes, I did', reply: (day: number) => `Well done! Day ${day} is on your card.` },
  { answer: 'Not yet', reply: (day: number) => `There’s still time. Ten minutes count for day ${day}.` },
  { answer: 'Not today', reply: () => 'No problem, your streak rests for a day.' },
];
const STEPS_OF_A_DAY = 1 + ANSWERS.length;

/** A question a day with a reply to each answer, as many as fit, and the last step says goodbye. */
export function longCampaign(steps: number): ControlPoint[] {
  const days = Math.ceil((steps - 1) / STEPS_OF_A_DAY);
  const all = Array.from({ length: days }, (_, index) => stepsOfDay(index + 1, steps)).flat();
  return [
    ...all.slice(0, steps - 1),
    { ID: steps, TYPE: 'TRAILER', TEXT: 'That’s it! Thank you for walking with us.' },
  ];
}

function stepsOfDay(day: number, last: number): ControlPoint[] {
  const first = (day - 1) * STEPS_OF_A_DAY + 1;
  const within = (id: number) => Math.min(id, last);
  const options = ANSWERS.map(({ answer }, index) => ({
    ID: index + 1,
    TEXT: answer,
    AVALNEXT: within(first + index + 1),
  }));
  return [
    { ID: first, TYPE: 'ONESELECTION', TEXT: `Day ${day}: did you go for a walk?`, OPTIONS: options },
    ...ANSWERS.map(({ reply }, index) => ({
      ID: first + index + 1,
      TYPE: 'STATEMENT',
      TEXT: reply(day),
      BOFNQ: within(first + STEPS_OF_A_DAY),
    })),
  ];
}
