import { quoted } from '../../data/isolated.ts';
import { counted, formatNumber } from '../../kit/numbers.tsx';

/** What these screens say, by the file that shows it. */
export const wordings = {
  changeWords: {
    step: (position: number, title: string) => `Step ${position} ${quoted(title)}`,
    added: 'New step',
    removed: 'Step removed',
    moved: (from: number, to: number) => `Moved from place ${from} to ${to}`,
    changed: (field: string, from: string, to: string) =>
      `${field} changed from ${quoted(from)} to ${quoted(to)}`,
    set: (field: string, to: string) => `${field} set to ${quoted(to)}`,
    emptied: (field: string, from: string) => `${field} removed: ${quoted(from)}`,
    goesOn: (to: string) => `Goes on with ${to}`,
    noDate: (to: string) => `Without a date, or past it, now goes to ${to}`,
    answerAdded: (answer: string) => `Answer ${quoted(answer)} added`,
    answerRemoved: (answer: string) => `Answer ${quoted(answer)} removed`,
    answerRenamed: (from: string, to: string) => `Answer ${quoted(from)} is ${quoted(to)} now`,
    answerGoes: (answer: string, to: string) => `Answer ${quoted(answer)} now goes to ${to}`,
    answerSwitches: (answer: string, campaign: string) =>
      `Answer ${quoted(answer)} now switches to ${quoted(campaign)}`,
    answerReplies: (answer: string, reply: string) =>
      `Answer ${quoted(answer)} now gets the reply ${quoted(reply)}`,
    answerChanged: (answer: string) => `What counts as answer ${quoted(answer)} changed`,
    answersReordered: 'Answers reordered',
    ruleAdded: (rule: string) => `Rule ${quoted(rule)} added`,
    ruleRemoved: (rule: string) => `Rule ${quoted(rule)} removed`,
    ruleChanged: (from: string, to: string) => `Rule ${quoted(from)} is ${quoted(to)} now`,
    ruleGoes: (rule: string, to: string) => `Rule ${quoted(rule)} now goes to ${to}`,
    alternativeAdded: (text: string) => `Alternative ${quoted(text)} added`,
    alternativeRemoved: (text: string) => `Alternative ${quoted(text)} removed`,
    alternativeChanged: (from: string, to: string) =>
      `Alternative changed from ${quoted(from)} to ${quoted(to)}`,
    failedGoes: (to: string) => `A failed call now goes to ${to}`,
    pickAdded: (name: string, path: string) => `${quoted(name)} is read from ${path} of the answer`,
    pickChanged: (name: string, path: string) => `${quoted(name)} is now read from ${path} of the answer`,
    pickRemoved: (name: string) => `${quoted(name)} is no longer read from the answer`,
    translated: (language: string, to: string) => `In ${language} now ${quoted(to)}`,
    translatedAnew: (language: string, from: string, to: string) =>
      `In ${language} changed from ${quoted(from)} to ${quoted(to)}`,
    untranslated: (language: string, from: string) => `Not in ${language} any more: ${quoted(from)}`,
    settings: 'Settings changed',
    theNextStep: 'the step that follows',
    aRemovedStep: 'a deleted step',
    none: 'none',
    something: 'something that was deleted',
  },
  changeList: {
    andMore: (count: number) => `And ${counted(count, 'more change')}`,
    noDifference: 'Nothing is different.',
  },
  liveState: {
    neverPublished: 'Draft, never published',
    answersAsItIs: 'People who text in get the draft as you edit it.',
    unfinished: 'People who text in get this draft, and it isn’t finished.',
    untexted: 'Give it a keyword, and people can text in.',
    unfinishedUntexted: 'It isn’t finished, and has no keyword yet.',
    live: (version: number) => `Version ${version} is live`,
    changes: (version: number, count: number) =>
      `Version ${version} is live, ${counted(count, 'change')} not published`,
    versions: 'Versions',
    couldntLoad: 'Couldn’t load what’s live',
    inStep: (step: number, message: string) => `Step ${step}: ${message}`,
    gettingUnfinished: 'People who text in get this unfinished draft',
    whatIsWrong: (keyword: string) => `${keyword} starts this campaign as it is right now. What to fix:`,
    andMore: (count: number) => `And ${counted(count, 'more thing')} to fix`,
  },
  reachedDraft: {
    title: 'You can’t change this campaign yet',
    about:
      'It was never published, so people get the draft as it is. Ask a member or an owner to publish it. After that, you can edit the draft.',
  },
  publishDialog: {
    othersPublish: (version: number) =>
      `Members and owners publish. When it’s ready, ask one of them to publish version ${version}.`,
    publish: 'Publish',
    title: (version: number) => `Publish version ${version}`,
    publishNow: 'Publish now',
    saving: 'Saving your last changes…',
    notSaved: 'Some changes aren’t saved yet. Save them first, then publish.',
    couldntLoad: 'Couldn’t load the changes',
    firstTime: (steps: number) =>
      `${counted(steps, 'step')} will go live. From then on, edits stay in your draft until you publish again.`,
    whatChanges: (count: number, version: number) => `${counted(count, 'change')} since version ${version}`,
    nothing: (version: number) => `Nothing has changed since version ${version}, which is live.`,
    people:
      'Anyone in the middle of a conversation finishes on the version they started on. You can move them afterward, under Versions.',
    message: 'What changed?',
    messageHint: 'Optional. Your team sees it in the list of versions.',
    errorsFirst: 'Fix these first',
    lookAgain: 'Show the changes again',
    published: (version: number) => `Version ${version} is live`,
    publishAnyway: 'Publish anyway',
    testsPass: (tests: number) => (tests === 1 ? 'Your test passes.' : `All ${tests} tests pass.`),
    testsFail: (failing: number, tests: number) =>
      tests === 1 ? 'Your test fails' : `${failing} of ${counted(tests, 'test')} fail`,
    failingTest: (name: string, line: number, what: string) => `${quoted(name)}, line ${line}: ${what}`,
  },
  versionsDialog: {
    title: 'Versions',
    none: 'Nothing published yet',
    noneHelp:
      'Publish to lock in what people get. Later edits stay in your draft, and you can go back to any version.',
    couldntLoad: 'Couldn’t load the versions',
    version: (version: number) => `Version ${version}`,
    live: 'Live',
    sameAs: (version: number) => `Same as version ${version}`,
    firstVersion: (steps: number) => `The first version, with ${counted(steps, 'step')}.`,
    whatChanged: 'What changed',
    hide: 'Hide changes',
    comparedWith: 'Compared with',
    nothingBefore: 'Nothing before it',
    changesSince: (version: number, other: number) =>
      `What’s new in version ${version} since version ${other}`,
    inTheMiddle: (count: number) =>
      count === 1
        ? '1 person is in the middle of it.'
        : `${formatNumber(count)} people are in the middle of it.`,
    moveToLive: (live: number) => `Move to version ${live}`,
    changesTo: (version: number) => `What changed in version ${version}`,
    goBack: 'Go back to this version',
    discard: 'Discard draft changes',
    showEarlier: 'Show earlier versions',
    by: (who: string) => `by ${who}`,
  },
  movePeopleDialog: {
    title: (from: number, live: number) => `Move people from version ${from} to version ${live}`,
    about: (live: number) =>
      `They keep their answers so far. Their next reply, or the end of their wait, goes on in version ${live}.`,
    couldntLoad: 'Couldn’t load the versions',
    places: 'Where people go on',
    goOnAt: (count: number) =>
      count === 1 ? '1 person is waiting here' : `${formatNumber(count)} people are waiting here`,
    stay: (from: number) => `Finish on version ${from}`,
    move: (count: number) => (count === 0 ? 'Move people' : `Move ${counted(count, 'person', 'people')}`),
    moved: (count: number, live: number) => `${counted(count, 'person', 'people')} moved to version ${live}`,
  },
  goBackDialog: {
    title: (version: number) => `Go back to version ${version}?`,
    discardTitle: 'Discard your draft changes?',
    becomes: (version: number, next: number) =>
      `Your draft becomes version ${version} again, and goes live as version ${next}. Changes you haven’t published are lost.`,
    discards: (version: number) =>
      `Your draft becomes version ${version} again, which is live. Changes you haven’t published are lost.`,
    confirm: 'Go back and publish',
    confirmAnyway: 'Go back and publish anyway',
    draftOnly: 'Only change the draft',
    discard: 'Discard changes',
    isBack: (version: number, live: number) => `Version ${version} is back, live as version ${live}`,
    draftIsBack: (version: number) => `Your draft is version ${version} again`,
  },
} as const;
