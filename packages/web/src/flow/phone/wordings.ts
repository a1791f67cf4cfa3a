/** What these screens say, by the file that shows it. */
export const wordings = {
  phone: {
    phonePreview: 'Phone preview',
    preview: 'Preview',
    runsYourDraft: 'Runs your draft. Nothing is sent.',
    startAgain: 'Start over',
    startOver: 'Start over',
    conversation: 'Conversation',
    contact: 'Contact',
    addAStepToSee: 'Add a step to see the conversation here.',
    noPictureYet: 'No picture yet',
    costOfStep: '{cost} · step {step}',
    addedTo: (list: string) => `Added to “${list}”`,
    skipToNoReply: 'Skip to no reply',
    skipTheWait: 'Skip the wait',
    textAsTheContact: 'Text as the contact',
    send: 'Send',
  },
  variables: {
    variables: 'Variables',
    noneYet: 'none yet',
    tagsAndAnswersShowUp: 'Tags and answers show up here as the conversation goes on.',
    noValue: 'No value',
    score: (score: string) => `score ${score}`,
    list: (list: number) => `List ${list}`,
    optedInTo: 'Opted in to',
  },
} as const;
