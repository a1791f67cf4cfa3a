/**
 * The people of the named world. Their numbers are of the range that is kept for stories (555-0100 to
 * 555-0199).
 */
import type { Dice } from './random.ts';

export type SampleContact = {
  phone: string;
  /** By tag name. */
  tags: Record<string, string>;
};

const CITY_OF_AREA: Record<string, string> = {
  '212': 'Manhattan',
  '646': 'Manhattan',
  '917': 'Manhattan',
  '718': 'Brooklyn',
  '347': 'Brooklyn',
  '929': 'Queens',
  '201': 'Jersey City',
  '551': 'Hoboken',
  '973': 'Newark',
  '914': 'Yonkers',
  '516': 'Garden City',
  '631': 'Huntington',
  '203': 'Stamford',
  '845': 'Nyack',
};
const FIRST_NAMES =
  `Ada Aisha Alan Alma Amir Ana Andre Anika Arjun Ava Ben Bianca Bruno Camila Carl Carmen Chloe Cora Daniel Dara Diego
  Elena Eli Elif Emma Enzo Esther Fatima Felix Fiona Gabriel Grace Hana Hassan Hugo Ida Ines Iris Isaac Ivy Jack Jade James Jin Joan
  Jonas Jose Julia Kai Kira Lara Leo Lena Liam Lila Lina Luca Lucy Luis Maja Malik Marco Maria Maya Mei Mia Milo Mina Mohammed Nadia
  Naomi Nia Nina Noah Nora Olga Omar Oscar Owen Paula Pedro Pia Priya Ravi Rosa Ruth Sam Sana Sara Sofia Sven Tara Tess Theo Tom Uma
  Vera Victor Wei Yara Yusuf Zoe`.split(/\s+/);
const DRINKS = [
  'Flat white',
  'Cappuccino',
  'Cold brew',
  'Espresso',
  'Chai latte',
  'Green tea',
  'Hot chocolate',
];
const LEVELS = ['Bronze', 'Bronze', 'Bronze', 'Silver', 'Silver', 'Gold'];
const NUMBERS_AN_AREA = 100;

const two = (number: number) => String(number).padStart(2, '0');

/** Everybody there is, in an order that says nothing. */
export function makeSampleContacts(dice: Dice): SampleContact[] {
  const people: SampleContact[] = [];
  for (let n = 0; n < NUMBERS_AN_AREA; n += 1)
    for (const [area, city] of Object.entries(CITY_OF_AREA)) {
      const tags: Record<string, string> = { 'First name': dice.pick(FIRST_NAMES), City: city };
      if (dice.chance(0.7)) tags['Favorite drink'] = dice.pick(DRINKS);
      if (dice.chance(0.8)) tags.Level = dice.pick(LEVELS);
      if (dice.chance(0.45)) tags.Birthday = `${two(dice.between(1, 12))}/${two(dice.between(1, 28))}`;
      people.push({ phone: `+1${area}5550${100 + n}`, tags });
    }
  return people;
}

/** Those who work there: told by notices. */
export const STAFF: readonly SampleContact[] = ['Gina', 'Walter', 'Beatriz', 'Sunil'].map((name, index) => ({
  phone: `+1332555010${index + 1}`,
  tags: { 'First name': name, City: 'Manhattan' },
}));
