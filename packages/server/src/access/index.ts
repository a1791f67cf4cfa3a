export {
  deleteAuthenticator,
  renewAuthenticatorKeys,
  usersWithAuthenticator,
} from './authenticator-store.ts';
export { findCaller, findEnded } from './callers.ts';
export { troubleOfCodeChannel } from './code-channel.ts';
export { endAllSessions } from './ended-sessions.ts';
export { noteFailure } from './guesses.ts';
export { forgetDevices } from './known-devices.ts';
export { openAccount } from './open-account.ts';
export { hashPassword } from './password.ts';
export { appCodeTries, secondFactorOf } from './second-factor.ts';
export { startSession } from './start-session.ts';
export { confirmSession, findUser, findUserById, type User } from './store.ts';
