import { counted } from '../kit/numbers.tsx';

/** What these screens say, by the file that shows it. */
export const wordings = {
  pageAddress: {
    heading: 'Share it',
    saveFirst: 'Save the page to get its address.',
    address: 'Address',
    open: 'Open the page',
    isOn: 'Takes sign-ups',
    isOnMeans: 'Turned off, the page says that sign-up is closed.',
    turnedOn: 'The page takes sign-ups again',
    turnedOff: 'The page says that sign-up is closed',
  },
  pageEditor: {
    about: 'Anyone with the address can join this list. Each number gets one text to confirm with YES.',
    words: 'Words and colors',
    discard: 'Discard changes',
    saved: 'Sign-up page saved',
    saveAndTurnOn: 'Save and turn on',
    changedMeanwhile: 'Someone else changed this page while you were editing',
    takeTheirs: 'Take their version',
    keepMine: 'Keep my version',
  },
  pageFields: {
    headline: 'Headline',
    text: 'Text',
    textMeans: 'What people get, and how often.',
    button: 'Button',
    consent: 'What people agree to',
    consentMeans:
      'Stands beside the box that people check, and is kept as proof. Carriers look for your name, how often you text, rates, STOP, HELP, and that buying doesn’t depend on it.',
    thanks: 'After sending',
    country: 'Usual country of numbers',
    background: 'Background',
    ink: 'Text color',
    accent: 'Button color',
    missing: 'Enter something here.',
    noColor: 'Enter a color like #1c5d99.',
    faint: (ratio: string, least: string) =>
      `Hard to see on this background: contrast ${ratio}, at least ${least}.`,
  },
  pageFigures: {
    heading: 'Sign-ups',
    signedUp: 'said YES',
    waiting: (count: number) =>
      `${counted(count, 'person', 'people')} sent the form and ${count === 1 ? 'hasn’t' : 'haven’t'} answered yet.`,
    perDay: 'Per day, last 30 days',
    none: 'Nobody has signed up in the last 30 days.',
  },
  pagePreview: {
    heading: 'Preview',
    view: 'What to preview',
    views: { form: 'Form', thanks: 'Thank-you' },
    frame: 'The page as people see it',
  },
} as const;
