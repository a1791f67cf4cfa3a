/** What the screens of an account and its team say. */
export const wordings = {
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
