import { quoted } from '../../data/isolated.ts';
import { counted } from '../../kit/numbers.tsx';

const DONE = { changed: 'Changed', added: 'Added', moved: 'Moved', deleted: 'Deleted' } as const;
const FEW = 3;

/** Which steps; of many, how many. */
function stepsNamed(steps: readonly number[]): string {
  if (steps.length > FEW) return counted(steps.length, 'step');
  return `${steps.length === 1 ? 'step' : 'steps'} ${new Intl.ListFormat('en').format(steps.map(String))}`;
}

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
    untranslated: (texts: number, steps: number) =>
      `${counted(texts, 'text')} in ${counted(steps, 'step')} not translated yet.`,
    error: 'Error',
    warning: 'Warning',
    ready: 'Ready',
    writing: 'Writing…',
    stillWriting: 'Not finished yet. What’s missing shows once you leave the step you’re writing.',
  },
  chosenBar: {
    selectedSteps: 'Selected steps',
    selected: (count: string) => `${count} selected`,
    cut: 'Cut',
    duplicate: 'Duplicate',
    move: 'Move…',
    clearTheSelection: 'Clear the selection',
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
  findBar: {
    findInThisCampaign: 'Find in this campaign',
    findInTexts: 'Find in texts',
    count: (at: number, all: number) => (all === 0 ? 'Nothing found' : `${at} of ${all}`),
    previous: 'Previous one',
    next: 'Next one',
    close: 'Close find',
    where: (position: number, step: string, field: string) => `${position}. ${step} · ${field}`,
    replaceWith: 'Replace with',
    replaceAll: 'Replace all',
  },
  fixButton: {
    goOnWith: (step: string) => `Go on with ${step}`,
    addAnEnding: 'Add a final message for other replies',
    addWords: (added: string, step: number) => `Add ${quoted(added)} to step ${step}`,
    dropPhrase: (example: string) => `Remove ${quoted(example)} here`,
    endOnSilence: 'End it after 24 hours without a reply',
    addErrorPath: 'Add a message for when it fails',
    remove: 'Delete this copy',
    stillFits: (texts: number) => (texts === 1 ? 'It still fits' : 'They still fit'),
  },
  flowEditor: {
    youreEditingATemplate: 'You’re editing a template. Campaigns already made from it stay as they are.',
    add: 'Add',
    phone: 'Phone',
    whatToShow: 'What to show',
    map: 'Map',
    texts: 'Texts',
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
    thenGoesOnWith: 'then goes on with',
    thenEnds: 'then the conversation ends',
  },
  moveSteps: {
    move: (count: string) => `Move ${count}`,
    putThemBelow: 'Put them below',
    theBeginning: 'Nothing: at the beginning',
    moveNow: 'Move Now',
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
    findInTexts: 'Find in texts…',
    languages: 'Languages',
    foldAllSteps: 'Fold all steps',
    pasteSteps: 'Paste steps',
    paste: (count: string) => `Paste ${count}`,
  },
  others: {
    you: 'you, in another window',
    somebody: 'somebody else',
    alsoHere: (names: string) => `Also here: ${names}`,
    atThisStep: (names: string) => `At this step: ${names}`,
  },
  othersChanges: {
    you: 'you',
    /** `name` null: in another window of one's own. */
    by: (kind: 'changed' | 'added' | 'moved' | 'deleted', name: string | null) =>
      `${DONE[kind]} ${name === null ? 'in your other window' : `by ${name}`}`,
    did: (kind: 'changed' | 'added' | 'moved' | 'deleted', name: string | null, steps: number[]) =>
      name === null
        ? `You ${kind} ${stepsNamed(steps)} in another window.`
        : `${name} ${kind} ${stepsNamed(steps)}.`,
  },
  palette: {
    searchSteps: 'Search steps…',
    searchLabel: 'Search steps',
    clearSearch: 'Clear search',
    noStepIsCalled: (search: string) => `No steps match ${quoted(search)}.`,
    dragAStepInto: 'Drag a step into the flow, click to add it, or press',
    add: 'Add ',
    mostUsed: 'Most used',
    more: 'More steps',
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
    noStepIsCalled: (search: string) => `No steps match ${quoted(search)}.`,
  },
  saveAsTemplate: {
    isOneOfYourTemplates: (name: string) => `${quoted(name)} is one of your templates now`,
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
    selectTheStep: 'Select the step, to copy, move, or delete several',
  },
  textTable: {
    everyText: 'Everything contacts get, and the answers they can give. Change any of it here.',
    allTexts: 'All texts',
    step: 'Step',
    written: 'Text',
    price: 'Price',
    stepName: (position: number, name: string) => `${position}. ${name}`,
    textsOfStep: (position: number) => `Texts of step ${position}`,
    textOf: (label: string, position: number) => `${label} of step ${position}`,
    onlyOutdated: (texts: number) => `Only outdated translations (${texts})`,
    noneOutdated: 'No translation is outdated.',
    outdatedIn: (language: string) => `Outdated in ${language}`,
    outdated: (language: string, text: string) => `Outdated in ${language}: ${text}`,
    parts: (parts: number, left: number) => `${counted(parts, 'part')}, ${left} left`,
  },
  stepCard: {
    step: (position: number, step_labels: string) => `Step ${position}, ${step_labels}`,
    moveStep: (position: number, step: string) => `Move step ${position}, ${step}`,
    notSetYet: 'Not set yet',
    preview: 'Preview',
    select: (position: number) => `Select step ${position}`,
    notShownInGuidedView: 'Not shown in Guided Configuration',
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
    showInGuidedView: 'Show in Guided Configuration',
    questionTemplates: 'Question Templates',
    select: 'Select this step',
    unselect: 'Unselect this step',
  },
  useActions: {
    deleted: (step: string) => `Deleted ${quoted(step)}`,
    deletedMany: (count: number) => `Deleted ${count} steps`,
    sorry: 'Sorry, that didn’t work just now. Please try again later.',
  },
} as const;
