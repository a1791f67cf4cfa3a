import { counted } from '../kit/numbers.tsx';

/** What these screens say, by the file that shows it. */
export const wordings = {
  pageAddress: {
    heading: 'Share it',
    saveFirst: 'Save the page to get its address.',
    address: 'Address',
    qrOfPage: 'QR code of the sign-up page',
    form: 'Form for your own site',
    formMeans:
      'Plain HTML without a script. Whoever sends it checks the words on your sign-up page and agrees there.',
    frame: 'The page in a frame',
    open: 'Open the page',
    isOn: 'Takes sign-ups',
    isOnMeans: 'While it’s off, the page says that sign-up is closed.',
    turnedOn: 'The page takes sign-ups again',
    turnedOff: 'The page says that sign-up is closed',
  },
  qrCode: {
    downloadAsSvg: 'Download as SVG',
    downloadOf: (label: string) => `Download as SVG: ${label}`,
  },
  textLink: {
    heading: 'Sign up by text',
    means: 'Opens the messages app with the keyword typed in.',
    campaign: 'Campaign',
    noKeywords: 'No campaign has a keyword yet.',
    android: 'For Android and newer iPhones',
    iphone: 'For older iPhones',
    qr: (keyword: string) => `QR code that texts ${keyword}`,
  },
  pageEditor: {
    othersChangeIt: 'Members and owners change what the public sees. Here’s how the page stands.',
    about:
      'Anyone with the address can join this list. Each number gets one text, in the page’s language, to confirm with YES.',
    saved: 'Sign-up page saved',
    saveAndTurnOn: 'Save and turn on',
  },
  pageFields: {
    textMeans: 'What people get, and how often.',
    button: 'Button',
    consent: 'What people agree to',
    consentMeans:
      'Stands beside the box that people check, and is kept as proof. Carriers look for your name, how often you text, rates, STOP, HELP, and that buying doesn’t depend on it.',
    thanks: 'After sending',
    country: 'Usual country of numbers',
    terms: 'Terms',
    termsMeans: 'A page of its own that the form links to. Leave it empty to show none.',
    privacy: 'Privacy',
    privacyMeans: 'What you do with numbers. Carriers look for a line that you don’t share them with others.',
    sites: 'Sites that may show the page in a frame',
    sitesMeans: 'One per line, like https://www.example.com. Leave it empty to allow none.',
  },
  pageFigures: {
    heading: 'Sign-ups',
    signedUp: 'said YES',
    waiting: (count: number) =>
      `${counted(count, 'person', 'people')} sent the form and ${count === 1 ? 'hasn’t' : 'haven’t'} answered yet.`,
    perDay: 'Per day, last 30 days',
    none: 'No one has signed up in the last 30 days.',
  },
  pagePreview: {
    view: 'What to preview',
    views: { form: 'Form', thanks: 'Thank-you' },
  },
} as const;
