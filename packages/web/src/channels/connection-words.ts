/** What the settings of a connection are called, and what helps to fill them in. */
import type { ConnectionKind } from '@parley/contract';

export const KINDS: readonly { kind: ConnectionKind; title: string; about: string }[] = [
  { kind: 'simulator', title: 'Simulator', about: 'Test phones only. Nothing leaves this server.' },
  { kind: 'twilio', title: 'Twilio-compatible', about: 'Twilio, and others that offer the same HTTP form.' },
  { kind: 'smpp', title: 'SMPP 3.4', about: 'A lasting session with a carrier’s message centre.' },
  { kind: 'gateway', title: 'HTTP gateway', about: 'Kannel’s sendsms and similar forms.' },
];

export const kindTitle = (kind: ConnectionKind) => KINDS.find((each) => each.kind === kind)?.title ?? kind;

export type FieldWords = {
  label: string;
  help?: string;
  placeholder?: string;
  /** Below “More settings”. */
  advanced?: boolean;
  /** Shown while this switch is on. */
  needs?: string;
  /** Words of the choices. */
  choices?: Readonly<Record<string, string>>;
};

export const FIELD_WORDS: Readonly<Record<ConnectionKind, Readonly<Record<string, FieldWords>>>> = {
  simulator: {},
  twilio: {
    accountSid: {
      label: 'Account SID',
      placeholder: 'AC…',
      help: 'On the first page of the carrier’s console; begins with AC. An API key (SK…) is something else.',
    },
    authToken: {
      label: 'Auth token',
      help: 'Beside the Account SID. Also proves that callbacks come from the carrier.',
    },
    baseUrl: {
      label: 'Base address',
      help: 'Leave it for Twilio itself. Other carriers name theirs in their documentation.',
    },
  },
  smpp: {
    host: {
      label: 'Host',
      placeholder: 'smpp.carrier.example',
      help: 'A name or an address, without https:// and without a port.',
    },
    port: { label: 'Port', help: 'Often 2775, or 3550 with TLS.' },
    systemId: { label: 'System ID', help: 'The user name of the bind, up to 15 characters.' },
    password: { label: 'Password', help: 'As the carrier gave it to you, with the system ID.' },
    tls: {
      label: 'Encrypt the session (TLS)',
      help: 'Where the carrier offers it.',
    },
    verifyCertificate: {
      label: 'Check the carrier’s certificate',
      help: 'Off, anybody in between can read along.',
      needs: 'tls',
    },
    caCertificate: {
      label: 'Certificate of the carrier’s authority',
      help: 'Only if the carrier gave you one: its text, with BEGIN CERTIFICATE. Nothing else is accepted then.',
      placeholder: '-----BEGIN CERTIFICATE-----',
      needs: 'tls',
    },
    bind: {
      label: 'Sessions',
      advanced: true,
      help: 'Two only where the carrier lets no session do both.',
      choices: { transceiver: 'One, both ways (transceiver)', pair: 'Two: transmitter and receiver' },
    },
    window: {
      label: 'Window',
      advanced: true,
      help: 'Messages handed over before the first is answered. The carrier says how many it allows.',
    },
    enquireSeconds: {
      label: 'Sign of life every (seconds)',
      advanced: true,
      help: 'enquire_link. Shorter than the time after which the carrier ends an idle session.',
    },
    systemType: { label: 'System type', advanced: true, help: 'Only if the carrier asks for one.' },
    split: {
      label: 'Long texts',
      advanced: true,
      help: 'How a text of several parts is sent. Headers suit nearly every carrier.',
      choices: {
        udh: 'Cut here, with headers (UDH)',
        sar: 'Cut here, with SAR fields',
        payload: 'Whole; the carrier cuts them (payload)',
      },
    },
    validity: {
      label: 'Time to live',
      advanced: true,
      help: 'How the carrier is told when to give up a message (validity_period). Change it when the carrier answers 0x62.',
      choices: {
        relative: 'As a span of time',
        absolute: 'As a moment, in UTC',
        none: 'Not at all: the carrier’s own limit holds',
      },
    },
  },
  gateway: {
    url: {
      label: 'Address',
      placeholder: 'https://gateway.example/cgi-bin/sendsms',
      help: 'Where the gateway takes texts. Kannel: /cgi-bin/sendsms at the sendsms-port of its smsbox.',
    },
    username: { label: 'User name', help: 'Kannel: username of a sendsms-user group.' },
    password: { label: 'Password', help: 'Kannel: password of the same group.' },
    method: {
      label: 'Method',
      advanced: true,
      help: 'Kannel takes GET.',
      choices: { GET: 'GET', POST: 'POST (form)' },
    },
    parameters: {
      label: 'Parameters',
      advanced: true,
      help: 'One a line, name=value. {from} {to} {text} {username} {password} {coding} {reference} {receipt} {validity} are filled in; {coding} is 0, or 2 for Unicode. {validity} is minutes; without a time to live its line is left out.',
    },
    acceptedTexts: {
      label: 'Answers that mean “accepted”',
      advanced: true,
      help: 'One a line; an answer must contain one of them. Empty: every answer 2xx counts.',
    },
  },
};

export const WEBHOOK_WORDS: Readonly<Record<string, { label: string; help: string }>> = {
  inbound: { label: 'Incoming texts', help: 'Set it at the carrier as the address for incoming messages.' },
  receipt: {
    label: 'Delivery receipts',
    help: 'Sent with each message already; here for gateways that want it in their settings.',
  },
};
