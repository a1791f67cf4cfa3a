/** How an opt-out or a consent came, in words. */
export const SOURCES: Record<string, string> = {
  keyword: 'By text message',
  carrier: 'Reported by the carrier',
  review: 'Decided in the review',
  upload: 'From an uploaded file',
  import: 'With an import',
  phone: 'By phone',
  mail: 'By letter',
  email: 'By e-mail',
  person: 'In person',
  web: 'On a web page',
  other: 'Another way',
  flow: 'In a conversation',
  'double-opt-in': 'Confirmed by text message',
  erased: 'Kept when the person was erased',
};

export const sourceWords = (source: string) => SOURCES[source] ?? source;
