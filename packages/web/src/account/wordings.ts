/** What the screens of an account and its team say. */
import { formatNumber } from '../kit/numbers.tsx';

const replies = (count: number) => (count === 1 ? '1 reply is' : `${formatNumber(count)} replies are`);

export const wordings = {
  unpaid: 'Out of credits',
  outOfCredits: {
    title: 'You’re out of credits',
    text: (count: number, hours: number) =>
      `${replies(count)} on hold. Add credits and they go out right away. Anything still on hold after ${hours} hours won’t be sent.`,
  },
  lowOnCredits: {
    title: 'Credits are running low',
    text: (balance: number) =>
      `${formatNumber(balance)} left. Once they run out, replies go on hold and new blasts can’t start.`,
  },
  creditAlert: {
    title: 'Low-credit alert',
    about:
      'When your balance drops below this, everyone sees it on Welcome and the History keeps a record. Enter 0 to turn the alert off.',
    label: 'Alert us below this many credits',
    save: 'Save alert',
    saved: 'Alert saved',
    ownersOnly: 'Only an owner of the account can change this.',
    failed: 'The alert could not be loaded',
  },
  roleChanged: 'Role changed',
  ownershipAsked: 'Asked. They become an owner once they accept.',
  waitsForYes: 'Asked to become an owner',
  askTitle: (email: string) => `Make ${email} an owner?`,
  askAbout:
    'They are asked first, and become an owner once they accept. An owner changes channels, credentials and the team, and can remove you. Codes for signing in go through this account only while one person alone owns it.',
  ask: 'Ask them',
  offerTitle: 'Become an owner?',
  offer: (email: string) =>
    `${email} asks you to become an owner of this account. Owners decide who belongs to the team and how channels send. You stay a member until you accept.`,
  accept: 'Accept',
  decline: 'Decline',
  accepted: 'You are an owner now',
  declined: 'Declined',
};
