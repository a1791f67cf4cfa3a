export { countryFrom, countryOfAccount } from './country.ts';
export { emailKey, isEmailAddress } from './email.ts';
export { memberLeaves, timeZoneChanged, userForgotten } from './hooks.ts';
export {
  loadProfile,
  noteCreditTroubles,
  passwordHashOf,
  type Settings,
  saveSettings,
  storeCodePhone,
  storeCustomEventMonths,
  storeEmail,
  storeFrequency,
  storeLowBalance,
  storePassword,
} from './store.ts';
export {
  allOptOutWords,
  optOutTextsOf,
  optOutWordsByChannel,
  optOutWordsOf,
  storeOptOutTexts,
} from './stored-opt-out-texts.ts';
export {
  accountsOf,
  addMember,
  askToOwn,
  deleteInvitation,
  emailOf,
  findInvitation,
  hasOwner,
  insertInvitedUser,
  isTeamMember,
  listInvitations,
  listTeamMembers,
  lockTeam,
  membersAmong,
  membership,
  type OpenInvitation,
  removeMember,
  setRole,
  storeInvitation,
  withdrawAllOffers,
  withdrawOffers,
} from './team-store.ts';
export {
  insertUser,
  isDisabled,
  isOperator,
  type NewUser,
  noteVisit,
  proveNumber,
  storeDisabled,
  storeOperator,
} from './users.ts';
export { zoneOf } from './zone.ts';
