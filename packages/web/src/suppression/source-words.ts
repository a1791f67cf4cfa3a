import { wordings } from './wordings.ts';
/** How an opt-out or a consent came, in words. */
export const SOURCES: Record<string, string> = {
  keyword: wordings.sourceWords.byTextMessage,
  carrier: wordings.sourceWords.reportedByTheCarrier,
  review: wordings.sourceWords.decidedInTheReview,
  upload: wordings.sourceWords.fromAnUploadedFile,
  import: wordings.sourceWords.withAnImport,
  phone: wordings.sourceWords.byPhone,
  mail: wordings.sourceWords.byLetter,
  email: wordings.sourceWords.byEMail,
  person: wordings.sourceWords.inPerson,
  web: wordings.sourceWords.onAWebPage,
  other: wordings.sourceWords.anotherWay,
  flow: wordings.sourceWords.inAConversation,
  'double-opt-in': wordings.sourceWords.confirmedByTextMessage,
  preferences: wordings.sourceWords.onTheirPreferencePage,
  'sign-up': wordings.sourceWords.onASignUpPage,
  erased: wordings.sourceWords.keptAfterErasure,
};

export const sourceWords = (source: string) => SOURCES[source] ?? source;
