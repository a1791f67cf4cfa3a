export { fewByNumber } from './by-number.ts';
export { contactsFile, FILE_CHUNK } from './contact-export.ts';
export {
  type ContactFilter,
  type ContactRecord,
  findContact,
  knownContacts,
  pageOfContacts,
} from './directory.ts';
export { erasePerson } from './erase-person.ts';
export {
  contactErasing,
  filesForgotten,
  numberForgotten,
  numbersReturn,
  personalData,
  sendingStops,
  valuesSaid,
} from './hooks.ts';
export { addImported, removeImported, restoreTags, tagImported } from './imported.ts';
export {
  type ContactData,
  campaignName,
  channelName,
  erasedName,
  erasing,
  idsOf,
  ofContact,
  ofNumber,
  type PersonalData,
} from './personal-data.ts';
export { ensureContacts, markOptedOut, newContactsStatement } from './store.ts';
export { addValues, changeValues } from './tag-values.ts';
