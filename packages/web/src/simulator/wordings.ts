/** What these screens say, by the file that shows it. */
import { quoted } from '../data/isolated.ts';

export const wordings = {
  addPhone: {
    enterAPhoneNumber: 'Enter a phone number, for example (212) 555-0100.',
    addAPhone: 'Add a phone',
    phonesAtMost: (most_phones: number) => `Up to ${most_phones} phones`,
    add: 'Add',
    aNumberNobodyHas: 'A number nobody has',
    randomNumber: 'Random number',
  },
  failureKinds: {
    acceptedThenNotDelivered: 'Accepted, then not delivered',
    shownAsNotDelivered: 'Shown as not delivered',
    refusedAtOnce: 'Permanently rejected right away',
    notDelivered: 'Not delivered: the number doesn’t exist',
    throttledAtFirst: 'Throttled at first',
    deliveredALittleLater: 'Delivered a little later',
    acceptedNoReceipt: 'Accepted, no receipt',
    staysSent: 'Stays sent',
    acceptedButTheResponse: 'Accepted, but the response is lost',
    unconfirmedUntilTheReceiptArrives: 'Unconfirmed until the receipt arrives',
    theReceiptComesTwice: 'The receipt arrives twice',
    deliveredCountedOnce: 'Delivered, counted once',
    theReceiptComesBefore: 'The receipt arrives before the response',
    receiptsInTheWrongOrder: 'Receipts arrive out of order',
    deliveredAndStays: 'Delivered, and stays delivered',
    responseLost: 'Response lost, and no receipt',
    unconfirmedUntilYouResolve: 'Unconfirmed until you resolve it',
  },
  failureTable: {
    makeItFail: 'Simulate failures',
    numbersThatStartWith500:
      'Numbers that start with (500) 555 misbehave on purpose. The last four digits say how.',
  },
  phoneKeywords: {
    keywords: 'Keywords',
    putAPhone: 'Add a phone, then tap a keyword.',
    tapOneToText: (phone: string) => `Tap one to text it from ${phone}.`,
    noCampaignHasAKeyword: 'No campaign has a keyword yet.',
    giveOneAKeyword: 'Give one a keyword',
  },
  phoneMessages: {
    messagesOf: (name: string) => `Messages of ${name}`,
    textAKeywordToBegin: 'Text a keyword to begin.',
    you: 'You',
    tryAgain: 'Try again',
    queued: 'Queued',
    heldBack: 'Held back',
    unknown: 'Unknown',
    expired: 'Expired',
    skipped: 'Skipped',
    sending: 'Sending…',
  },
  phone: {
    phone: (name: string) => `Phone ${name}`,
    to: (name: string, number: string) => `to ${name}, ${number}`,
    takeItOffTheDesk: 'Remove this phone',
    removePhone: (name: string) => `Remove phone ${name}`,
    loadingTheMessages: 'Loading the messages',
    textFrom: (name: string) => `Text from ${name}`,
    textMessage: 'Text message',
    sendFrom: (name: string) => `Send from ${name}`,
  },
  phonesPage: {
    textAKeywordAndWatch:
      'Text a keyword and watch your campaign reply. Nothing leaves Parley; credits count as usual.',
    couldntLoadYourChannels: 'Couldn’t load your channels',
    thereIsNoSimulatorChannel: 'No simulator channel yet',
    testPhonesNeedAChannel:
      'Test phones need a simulator channel. Add one in the Channel Manager; it’s free.',
    putAPhone: 'Add a phone',
    takeARandomNumber: 'Use a random number',
    itTextsTheNumber: (number: string, name: string, most_phones: number) =>
      `It texts ${number}, the number of ${quoted(name)}, and shows the replies. Add up to ${most_phones} phones.`,
    thingsToTry: 'Things to try',
  },
  routes: {
    qaTool: 'QA Tool: test phones',
  },
} as const;
