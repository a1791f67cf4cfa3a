/** What these screens say, by the file that shows it. */
export const wordings = {
  guided: {
    noStepIsShownHere: 'No steps to show here',
    openTheFlowEditor: 'Open the Flow Editor',
    theFlowEditorHasAll:
      'The Flow Editor has all the steps. Turn on “Show in Guided Configuration” for the ones to fill in here.',
    notSetYet: 'Not set yet',
    notSavedYet: 'Not saved yet',
    stepsToSetUp: 'Steps to set up',
    finished: 'Finished!',
    butNotEverythingIsSaved: 'But not everything is saved yet. Start over and check the marked steps.',
    yourTextsAreSaved:
      'Your texts are saved. Try them on the phone, then give the campaign a keyword or send it to a list.',
    startOver: 'Start over?',
    finish: 'Finish',
    next: 'Next',
  },
} as const;
