/**
 * What carriers' error codes mean and what to do about them, in plain words. Codes are kept verbatim
 * everywhere; this table only explains them. Sources: Twilio's error dictionary, SMPP 3.4 section 5.1.3, the
 * error codes of networks in 3GPP TS 29.002 section 17.5, HTTP (RFC 9110), Node.js' network errors.
 */

export type CodeWords = {
  /** What happened, one sentence. */
  means: string;
  /** What the reader can do, one sentence; empty: nothing. */
  advice: string;
};

const words = (means: string, advice = ''): CodeWords => ({ means, advice });

const CHECK_LOGIN = 'Check the username and password in the channel’s connection settings.';
const CHECK_NUMBER = 'Correct the number, or remove it from the list.';
const WAIT = 'Nothing to do: Parley will try again.';
const ASK_CARRIER = 'Ask your carrier, and give them this code.';
const LEAVE_OUT = 'Leave this number out of future sends.';
const UNKNOWN_AUTHORITY = 'The carrier’s certificate isn’t signed by an authority we know.';
const GIVE_AUTHORITY =
  'Ask your carrier for its authority’s certificate, and add it in the connection settings.';
const REGISTER = 'Register the sender with the carrier for that country, or send from another one.';
const SMALLER_PICTURE = 'Use a JPEG, PNG or GIF of less than 500 KB, which every network takes.';
const OUR_FAULT = 'Report it: this text should have been written otherwise.';
const LOWER_PACE = 'Lower the channel’s sending speed if this happens often.';

/**
 * Codes by what they are at first sight: numbers of five digits are Twilio’s, 0x… are SMPP’s, three digits
 * are HTTP’s, three that begin with a zero those of a network in a receipt.
 */
const TABLE: Readonly<Record<string, CodeWords>> = {
  // Twilio
  '11200': words(
    'The carrier could not fetch the picture, or could not call this server.',
    'Check that the picture’s address opens without a sign-in, and PUBLIC_URL.',
  ),
  '11751': words('The picture is larger than the recipient’s network takes.', SMALLER_PICTURE),
  '12300': words('What the address of the picture leads to is no picture that can be sent.', SMALLER_PICTURE),
  '14107': words('The sender is faster than the carrier allows.', LOWER_PACE),
  '20003': words('The carrier does not know these credentials.', CHECK_LOGIN),
  '20005': words('The carrier account is not active.', 'Sign in at the carrier and see what it asks for.'),
  '20403': words('The carrier does not let this account do that.', CHECK_LOGIN),
  '20404': words(
    'The carrier does not have what was asked for.',
    'Check the account SID and the base address.',
  ),
  '20429': words('Too many requests at a time.', WAIT),
  '21211': words('The recipient’s number is not valid.', CHECK_NUMBER),
  '21212': words('The sender is not valid.', 'Check the channel’s number in its settings.'),
  '21265': words('The recipient is a short code, which gets no texts.', LEAVE_OUT),
  '21266': words('Sender and recipient are the same number.', LEAVE_OUT),
  '21408': words('Texts to this country are not switched on.', 'Allow the country in the carrier’s console.'),
  '21601': words(
    'The sender cannot send texts.',
    'Use a number that can, or switch texting on at the carrier.',
  ),
  '21602': words('The text was empty.', 'Add text to the step.'),
  '21606': words(
    'The sender does not belong to the carrier account.',
    'Check the channel’s number in its settings.',
  ),
  '21608': words(
    'A trial account reaches verified numbers only.',
    'Upgrade the carrier account, or verify the number there.',
  ),
  '21610': words(
    'The person has opted out at the carrier.',
    'Nothing to do: the opt-out is recorded here too.',
  ),
  '21611': words('The sender’s queue at the carrier is full.', LOWER_PACE),
  '21612': words(
    'The carrier has no way from this sender to this number.',
    'Use a sender that reaches the country.',
  ),
  '21614': words('The number cannot get texts; it is most likely a landline.', LEAVE_OUT),
  '21617': words('The text is longer than the carrier takes.', 'Shorten the text.'),
  '21619': words('There was neither text nor picture.', 'Put words or a picture into the step.'),
  '21620': words('The picture’s address is not valid.', 'Check the address of the picture.'),
  '21623': words('There are more pictures than the carrier takes.', 'Send at most ten.'),
  '21635': words('The number is a landline.', LEAVE_OUT),
  '21659': words(
    'The sender is none of the carrier’s numbers.',
    'Check the channel’s number in its settings.',
  ),
  '21660': words(
    'The sender belongs to another carrier account.',
    'Check the channel’s number and the account SID.',
  ),
  '21661': words(
    'The sender cannot send texts.',
    'Use a number that can, or switch texting on at the carrier.',
  ),
  '30001': words('The carrier’s queue overflowed.', LOWER_PACE),
  '30002': words('The carrier account is suspended.', 'Sign in at the carrier and see what it asks for.'),
  '30003': words('The phone could not be reached; it is off or out of range.', 'Try again later.'),
  '30004': words('The message was blocked: the phone does not take it.', LEAVE_OUT),
  '30005': words('The number does not exist, or is no longer in use.', LEAVE_OUT),
  '30006': words('The number is a landline, or its network takes no texts.', LEAVE_OUT),
  '30007': words(
    'The carrier’s filter flagged the message as spam.',
    'Change the wording, avoid public link shorteners, and check the sender’s registration.',
  ),
  '30008': words(
    'Delivery failed and the network did not say why.',
    'Try again later; ask the carrier if it goes on.',
  ),
  '30009': words('A part of an incoming long text was lost on its way.', 'Ask the person to send it again.'),
  '30010': words('The price is above the limit that was set.', 'Raise the limit at the carrier.'),
  '30011': words(
    'The recipient’s phone or network takes no pictures.',
    'Switch pictures off: the text then has a link to them.',
  ),
  '30017': words('The recipient’s network is congested.', 'Try again later.'),
  '30018': words('The recipient’s network takes registered senders only.', REGISTER),
  '30019': words('The message is larger than the recipient’s network takes.', SMALLER_PICTURE),
  '30022': words('The sender was faster than its 10DLC class allows.', LOWER_PACE),
  '30023': words(
    'The sender’s daily limit is used up.',
    'The rest goes when the limit resets; spread the blast over several days.',
  ),
  '30024': words('The recipient’s network does not know this sender.', REGISTER),
  '30027': words(
    'T-Mobile’s daily limit for this brand is used up.',
    'The rest goes tomorrow: set the daily limit of the channel’s pace.',
  ),
  '30032': words(
    'The toll-free number is not verified.',
    'Have it verified at the carrier; until then nothing goes out.',
  ),
  '30033': words(
    'The sender’s 10DLC brand or campaign is suspended.',
    'Ask the carrier why, and appeal there.',
  ),
  '30034': words(
    'The sender’s number is not registered for business texting.',
    'Register the brand and the campaign (10DLC) at the carrier.',
  ),
  '30036': words('The message was not delivered within its validity at the carrier.', 'Try again later.'),
  '30037': words('Sending is switched off for this carrier account.', ASK_CARRIER),
  '30038': words('The carrier took the text for a sign-in code and filtered it.', 'Change the wording.'),
  '30039': words('The carrier saw two machines answer each other without end.', LEAVE_OUT),
  '30410': words('The network behind the carrier did not answer in time.', 'Try again later.'),
  '30610': words(
    'The carrier held it back for the recipient’s quiet hours.',
    'Send within the recipient’s day.',
  ),
  '63038': words('The account’s daily limit is used up.', 'Wait until tomorrow or ask the carrier for more.'),
  // SMPP
  '0x01': words(
    'The carrier takes no text of this length.',
    'Choose another way to cut long texts in the connection settings.',
  ),
  '0x02': words('The carrier could not read the request.', ASK_CARRIER),
  '0x03': words('The carrier does not know this request.', ASK_CARRIER),
  '0x04': words(
    'The session is not bound for sending.',
    'Choose transceiver, or let the carrier allow transmitters.',
  ),
  '0x05': words(
    'The carrier thinks that we are connected already.',
    'Wait a minute; end other programs that use this system ID.',
  ),
  '0x06': words('The carrier does not take the priority of the message.', OUR_FAULT),
  '0x07': words('The carrier gives no receipts of this kind.', ASK_CARRIER),
  '0x08': words('The carrier has a fault of its own.', WAIT),
  '0x0A': words(
    'The sender is not allowed.',
    'Check the channel’s number, and that the carrier lets you send from it.',
  ),
  '0x0B': words('The recipient’s number is not valid.', CHECK_NUMBER),
  '0x0D': words('The carrier refused the bind.', CHECK_LOGIN),
  '0x0E': words('The password is wrong.', CHECK_LOGIN),
  '0x0F': words('The system ID is not known.', CHECK_LOGIN),
  '0x14': words('The carrier’s queue is full.', WAIT),
  '0x15': words('The service type is not known.', ASK_CARRIER),
  '0x43': words(
    'The carrier does not take this kind of long text.',
    'Choose another way to cut long texts in the connection settings.',
  ),
  '0x45': words('The carrier could not take the message.', ASK_CARRIER),
  '0x48': words(
    'The type of the sender’s number is not allowed.',
    'Check the channel’s number; long numbers begin with +.',
  ),
  '0x49': words(
    'The numbering plan of the sender is not allowed.',
    'Check the channel’s number; long numbers begin with +.',
  ),
  '0x50': words('The type of the recipient’s number is not allowed.', ASK_CARRIER),
  '0x51': words('The numbering plan of the recipient’s number is not allowed.', ASK_CARRIER),
  '0x53': words(
    'The system type is not known.',
    'Correct or empty the system type in the connection settings.',
  ),
  '0x58': words('Too many messages a second.', LOWER_PACE),
  '0x61': words('The scheduled time is not valid.', ASK_CARRIER),
  '0x62': words(
    'The carrier does not take the time to live as it was written.',
    'Choose another way to tell it in the channel’s connection settings, under Time to live.',
  ),
  '0x64': words('The carrier cannot take it just now.', WAIT),
  '0x65': words('The carrier will never take this message.', ASK_CARRIER),
  '0x66': words('The carrier refused the message.', ASK_CARRIER),
  '0xC0': words('The carrier could not read the optional fields.', ASK_CARRIER),
  '0xC1': words(
    'The carrier does not take an optional field.',
    'Choose headers (UDH) for long texts in the connection settings.',
  ),
  '0xC2': words('An optional field has the wrong length for the carrier.', ASK_CARRIER),
  '0xC3': words('The carrier misses an optional field.', ASK_CARRIER),
  '0xC4': words('The carrier does not take the value of an optional field.', ASK_CARRIER),
  '0xFE': words('The carrier could not deliver the message on.', ASK_CARRIER),
  '0xFF': words('The carrier failed without saying why.', ASK_CARRIER),
  // Networks, in receipts
  '001': words('The network does not know this number.', LEAVE_OUT),
  '005': words('The network could not tell who the number belongs to.', LEAVE_OUT),
  '006': words('The phone was off or out of range for too long.', 'Try again later.'),
  '009': words('The network does not let this person receive texts.', LEAVE_OUT),
  '011': words('The number may not receive texts.', LEAVE_OUT),
  '012': words('The network has locked the phone out.', LEAVE_OUT),
  '013': words('The person or the network blocks these texts.', LEAVE_OUT),
  '021': words('The network does not carry texts to this number.', LEAVE_OUT),
  '027': words('The phone was off or out of range.', 'Try again later.'),
  '031': words('The phone was taking another text.', 'Try again later.'),
  '032': words('The phone could not take the text; its memory may be full.', 'Try again later.'),
  '034': words('The network failed.', 'Try again later.'),
  // HTTP gateways
  '400': words(
    'The gateway did not understand the request.',
    'Check the parameters in the connection settings, and the number.',
  ),
  '401': words('The gateway does not know these credentials.', CHECK_LOGIN),
  '402': words('The gateway asks for money first.', 'Top up the account at the carrier.'),
  '403': words(
    'The gateway does not let us in.',
    `${CHECK_LOGIN} The gateway may also allow certain addresses only.`,
  ),
  '404': words('The address leads to nothing.', 'Check the address in the connection settings.'),
  '405': words(
    'The address does not take this method.',
    'Check address and method in the connection settings.',
  ),
  '407': words('A proxy on the way asks for a sign-in.', 'Check this server’s network.'),
  '408': words('The gateway did not get the whole request in time.', ASK_CARRIER),
  '413': words('The request is too large for the gateway.', 'Shorten the text.'),
  '414': words('The request is too long for the gateway.', 'Choose POST in the connection settings.'),
  '415': words(
    'The gateway does not take this form.',
    'Check method and parameters in the connection settings.',
  ),
  '422': words(
    'The gateway does not take one of the values.',
    'Check the parameters in the connection settings, and the number.',
  ),
  '500': words('The gateway failed.', ASK_CARRIER),
  '502': words('The gateway’s own connection failed.', WAIT),
  '503': words('The gateway cannot take anything just now.', WAIT),
  '504': words('The gateway’s own connection did not answer.', WAIT),
  // The connection itself
  BAD_PDU: words('The carrier sent something that is not SMPP.', 'Check host, port and TLS.'),
  UND_ERR_SOCKET: words(
    'The carrier broke the connection.',
    'Check the address: it must begin with https:// where TLS is spoken.',
  ),
  NOT_BOUND: words('The connection to the carrier was down.', WAIT),
  CLOSED: words('The carrier closed the connection.', WAIT),
  HALF_SENT: words(
    'The carrier took a part of the text and refused the rest.',
    'The person may have got the beginning; do not send it again.',
  ),
  HANGING: words(
    'The carrier takes requests and does not answer.',
    'Nothing more is handed over until it answers again.',
  ),
  UNKNOWN: words(
    'No clear answer came: the message may have been sent or not.',
    'It is never sent again by itself; a receipt may still settle it.',
  ),
  BIND_TIMEOUT: words(
    'The carrier took the connection and did not answer the bind.',
    'Check host, port and TLS.',
  ),
  ENQUIRE_TIMEOUT: words('The carrier stopped answering; the connection was made anew.', WAIT),
  REFUSED_ADDRESS: words(
    'This server does not connect to private addresses.',
    'The operator of this server can allow them with PRIVATE_CARRIERS=1.',
  ),
  ECONNREFUSED: words(
    'Nobody listens at that host and port.',
    'Check host and port, and that the carrier’s server runs.',
  ),
  ECONNRESET: words(
    'The carrier broke the connection.',
    'Check TLS: most often one side speaks it and the other does not.',
  ),
  ENOTFOUND: words('There is no host of that name.', 'Check the host name in the connection settings.'),
  EAI_AGAIN: words('The host name could not be looked up just now.', WAIT),
  EHOSTUNREACH: words(
    'There is no way to that host.',
    'Check the network, or the host in the connection settings.',
  ),
  ENETUNREACH: words('There is no way to that network.', 'Check this server’s network.'),
  ETIMEDOUT: words('The host did not answer.', 'Check host and port; a firewall may be in the way.'),
  UND_ERR_CONNECT_TIMEOUT: words(
    'The host did not answer.',
    'Check host and port; a firewall may be in the way.',
  ),
  CERT_NOT_YET_VALID: words(
    'The carrier’s certificate begins in the future.',
    'Check the clock of this server first.',
  ),
  CERT_HAS_EXPIRED: words('The carrier’s certificate has expired.', ASK_CARRIER),
  DEPTH_ZERO_SELF_SIGNED_CERT: words('The carrier’s certificate is signed by itself.', GIVE_AUTHORITY),
  SELF_SIGNED_CERT_IN_CHAIN: words(UNKNOWN_AUTHORITY, GIVE_AUTHORITY),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: words(UNKNOWN_AUTHORITY, GIVE_AUTHORITY),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: words(UNKNOWN_AUTHORITY, GIVE_AUTHORITY),
  ERR_TLS_CERT_ALTNAME_INVALID: words(
    'The certificate is another host’s.',
    'Use the host name that the certificate names.',
  ),
  ERR_SSL_WRONG_VERSION_NUMBER: words(
    'The other side does not speak TLS.',
    'Turn TLS off, or use the carrier’s TLS port.',
  ),
};

/** Ranges of codes that one sentence explains. */
const RANGES: readonly [RegExp, CodeWords][] = [
  [
    /^3\d\d$/,
    words('The address leads elsewhere.', 'Enter the address that it leads to in the connection settings.'),
  ],
  [
    /^ERR_SSL_|^EPROTO$/,
    words(
      'The two sides could not agree on how to encrypt.',
      'Ask the carrier which versions of TLS it takes.',
    ),
  ],
  // SMPP 3.4, 5.1.3: 0x400 to 0x4FF are for each carrier to give a meaning to.
  [/^0x4[\dA-F]{2}$/, words('A code of the carrier’s own.', 'Look it up in the carrier’s documentation.')],
  [
    /^HPE_/,
    words(
      'The other side does not speak HTTP.',
      'Check the address and its port in the connection settings.',
    ),
  ],
];

/** The words of a code; null: a code that we do not know. */
export function explainCode(code: string): CodeWords | null {
  if (Object.hasOwn(TABLE, code)) return TABLE[code] ?? null;
  return RANGES.find(([range]) => range.test(code))?.[1] ?? null;
}

/** Every code that is explained. */
export const EXPLAINED_CODES: readonly string[] = Object.keys(TABLE);
