/** What public pages say by themselves, and a sign-up page until its owner writes something else. */
import type { SignUpPage } from '@parley/contract';

export const pageWords = {
  number: 'Mobile number',
  country: 'Country',
  terms: 'Terms',
  privacy: 'Privacy',
  back: 'Back to the form',
  leaveEmpty: 'Leave this empty',
  problem: {
    number: 'Enter a mobile number that can get texts.',
    consent: 'Check the box to agree. Without it we can’t text you.',
    late: 'This page was open for a long time. Check what it says, and send it again.',
    early: 'That was quick. Check what you entered, and send it again.',
    used: 'This form was sent before. Send it again for another number.',
    forged: 'The form couldn’t be read. Check what you entered, and send it again.',
  },
  gone: { title: 'There’s nothing here', text: 'This page doesn’t exist, or doesn’t any more.' },
  off: { title: 'Sign-up is closed', text: 'This page doesn’t take sign-ups at the moment.' },
  busy: { title: 'Please try again later', text: 'Too many forms came in at once. Nothing was stored.' },
  fault: {
    title: 'That didn’t work',
    text: 'Something went wrong on our side. Please try again in a moment.',
  },
  unread: { title: 'That didn’t work', text: 'What was sent couldn’t be read. Go back, and try again.' },
} as const;

/** Carriers and the TCPA ask for these disclosures: who texts what, how often, at what price, how it ends. */
export const firstPage = (account: string, country: string): SignUpPage => ({
  headline: 'Get our texts',
  text: 'Be the first to hear about news and offers.',
  button: 'Sign me up',
  consent: `I agree to get recurring automated marketing texts from ${account} at this number. Consent isn’t a condition of any purchase. Message frequency varies. Message and data rates may apply. Reply STOP to opt out, HELP for help.`,
  thanks:
    'Almost done: we’re texting you. Reply YES to that text, and you’re in. No text? If you opted out before, text us START first.',
  background: '#ffffff',
  ink: '#1b2430',
  accent: '#1c5d99',
  country,
  terms: '',
  privacy: '',
  sites: '',
});
