/** What these screens say, by the file that shows it. */
export const wordings = {
  campaignName: {
    campaignName: 'Campaign Name',
  },
  checkPanel: {
    noStepsYet: 'No steps yet',
    addAFirstStep: 'Add a first step: a message, or a question.',
    looksGood: 'Looks good. Give it a keyword or send a blast.',
    toFix: 'to fix',
    error: 'Error',
    warning: 'Warning',
    ready: 'Ready',
  },
  conflict: {
    someoneElseChangedThisStep: 'Someone else changed this step',
    yourTextIsntSavedYet: 'Your text isn’t saved yet. Which version do you want to keep?',
    keepMine: 'Keep mine',
    takeTheirs: 'Take theirs',
    mine: 'Mine',
    theirs: 'Theirs',
  },
  copySteps: {
    copySteps: 'Copy steps',
    copiedOpenAnyCampaign: (count: string) =>
      `${count} copied. Open any campaign and choose “Paste” in its options.`,
    jumpsBetweenCopiedStepsCome: 'Jumps between copied steps come along; others go to the next step.',
    allSteps: 'All steps',
    copy: (size: string) => `Copy ${size}`,
  },
  drag: {
    pickedUp: (name: string, place: string) => `${name} picked up, ${place}.`,
    putBack: 'put back',
    putBackSentence: (name: string) => `${name} put back.`,
    pressSpaceToPickUp: 'Press Space to pick up, arrow keys to move, Space to drop, Escape to cancel.',
    step: 'Step',
    place: (place: number, all: number) => `place ${place} of ${all}`,
    newPickedUp: (step: string) => `${step} picked up. Drop it between two steps.`,
  },
  flowEditor: {
    youreEditingATemplate: 'You’re editing a template. Campaigns already made from it stay as they are.',
    add: 'Add',
    phone: 'Phone',
    whatToShow: 'What to show',
    map: 'Map',
    howToShowTheSteps: 'Step view',
  },
  headerTools: {
    saving: 'Saving…',
    allChangesSaved: 'All changes saved',
    notAllChangesAreSaved: 'Some changes aren’t saved',
    redo: 'Redo',
  },
  insertGap: {
    insertAStepAtPosition: (position: number) => `Insert a step at position ${position}`,
  },
  jumpChips: {
    jumpsOfStep: (position: number) => `Jumps of step ${position}`,
    aDeletedStep: 'a deleted step',
  },
  notOpened: {
    thereIsNoSuchCampaign: 'This campaign doesn’t exist',
    allCampaigns: 'All campaigns',
    itMayBelongToAnother: 'It may belong to another account, or there’s a typo in the address.',
    couldntLoadTheSteps: 'Couldn’t load the steps',
  },
  campaignMenu: {
    api: 'API',
    guidedTour: 'Guided Tour',
    reports: 'Reports',
    campaignOptions: 'Campaign options',
    copySteps: 'Copy steps…',
    saveAsTemplate: 'Save as template…',
    foldAllSteps: 'Fold all steps',
    pasteSteps: 'Paste steps',
    paste: (count: string) => `Paste ${count}`,
  },
  palette: {
    searchSteps: 'Search steps…',
    searchLabel: 'Search steps',
    clearSearch: 'Clear search',
    noStepIsCalled: (search: string) => `No steps match “${search}”.`,
    dragAStepInto: 'Drag a step into the flow, click to add it, or press',
    add: 'Add ',
  },
  questionTemplates: {
    chooseQuestionTemplate: 'Choose Question Template',
    couldntLoadTheTemplates: 'Couldn’t load the templates',
    questionTemplate: 'Question template',
    replacesThisStepsQuestion: 'Replaces this step’s question and answers.',
    none: 'None',
    useNow: 'Use Now',
  },
  quickAdd: {
    addAStepOpens: 'Add a step…',
    noStepIsCalled: (search: string) => `No steps match “${search}”.`,
  },
  saveAsTemplate: {
    isOneOfYourTemplates: (name: string) => `“${name}” is one of your templates now`,
    saveAsTemplate: 'Save as template',
    templateName: 'Template Name',
    saveNow: 'Save Now',
    youCanCreateNewCampaigns:
      'You can create new campaigns from it. Later changes to this campaign won’t affect the template.',
  },
  shared: {
    steps: 'Steps',
    addAStep: 'Add a step',
    undo: 'Undo',
    stepTypes: 'Step types',
  },
  stepCard: {
    step: (position: number, step_labels: string) => `Step ${position}, ${step_labels}`,
    moveStep: (position: number, step: string) => `Move step ${position}, ${step}`,
    notSetYet: 'Not set yet',
    preview: 'Preview',
    notShownInGuidedView: 'Not shown in guided view',
  },
  stepFindings: {
    toFix: 'To fix',
  },
  stepList: {
    whatShouldHappenFirst: 'What should happen first?',
    addAMessage: 'Add a message',
    chooseAnotherStep: 'Choose another step',
    aCampaignIsASeries:
      'A campaign is a series of steps: a text, a question, a wait. The phone shows what contacts will see as you write.',
  },
  stepMenu: {
    n1StepCopied: '1 step copied. Open any campaign and choose “Paste” in its options.',
    copyForAnotherCampaign: 'Copy for another campaign',
    showInGuidedView: 'Show in guided view',
    questionTemplates: 'Question Templates',
  },
  useActions: {
    deleted: (step: string) => `Deleted “${step}”`,
  },
} as const;
