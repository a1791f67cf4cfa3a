/** The second factor from an app on a phone (RFC 6238), beside the code by text message. */
import { call, wire } from './kernel/call.ts';
import { flag, int, raw, text } from './kernel/codec.ts';

const recoveryCodes = wire('RECOVERYCODES', raw<string[]>('list of codes'));

export const authenticator = {
  load: call(
    'account/loadAuthenticator',
    {},
    {
      isOn: wire('ISON', flag),
      /** Since when; '' while there is none. */
      since: wire('SINCE', text(40)),
      codesLeft: wire('CODESLEFT', int()),
    },
    { about: 'Whether the asking user signs in with an app, and how many recovery codes are left.' },
  ),
  begin: call(
    'account/beginAuthenticator',
    {},
    {
      /** For apps that cannot scan: base32. */
      key: wire('KEY', text(100)),
      /** What the QR code holds. */
      uri: wire('URI', text(1000)),
      offer: wire('OFFER', text(1000)),
    },
    {
      access: 'half',
      about:
        'A new key for an app. It counts only once turnOnAuthenticator gets OFFER with a code of it, within half an hour. Needs confirm; or, before the code of a sign-in, MFATarget with CANSETUP 1.',
    },
  ),
  turnOn: call(
    'account/turnOnAuthenticator',
    { offer: wire('OFFER', text(1000)), code: wire('MFACode', text(20)) },
    { recoveryCodes },
    {
      access: 'half',
      about:
        'Signs the asking user in with codes of the app from now on, instead of texted ones. Answers recovery codes, each good for one sign-in without the app; they are never shown again. An app of before, and its recovery codes, are void. Needs what beginAuthenticator needs; a sign-in is completed by it.',
    },
  ),
  turnOff: call(
    'account/turnOffAuthenticator',
    {},
    {},
    {
      confirmed: true,
      about:
        'Forgets the app and its recovery codes. Refused where codes would then be texted and no channel can.',
    },
  ),
  newCodes: call(
    'account/newRecoveryCodes',
    {},
    { recoveryCodes },
    { confirmed: true, about: 'Makes new recovery codes; those of before are void.' },
  ),
};
