/** What the settings of a connection are called, and what helps to fill them in. */
import type { ConnectionKind } from '@parley/contract';
import { common } from '../kit/wordings.ts';
import { wordings } from './wordings.ts';

export const KINDS: readonly { kind: ConnectionKind; title: string; about: string }[] = [
  {
    kind: 'simulator',
    title: wordings.connectionWords.simulator,
    about: wordings.connectionWords.testPhonesOnly,
  },
  {
    kind: 'twilio',
    title: wordings.connectionWords.twilioCompatible,
    about: wordings.connectionWords.twilioAndOthersThatOffer,
  },
  {
    kind: 'smpp',
    title: wordings.connectionWords.smpp34,
    about: wordings.connectionWords.aPersistentConnection,
  },
  {
    kind: 'gateway',
    title: wordings.connectionWords.httpGateway,
    about: wordings.connectionWords.kannelsSendsmsAndSimilarForms,
  },
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
      label: wordings.connectionWords.accountSid,
      placeholder: wordings.connectionWords.ac,
      help: wordings.connectionWords.onTheFirstPage,
    },
    authToken: {
      label: wordings.connectionWords.authToken,
      help: wordings.connectionWords.nextToTheAccountSid,
    },
    baseUrl: {
      label: wordings.connectionWords.baseAddress,
      help: wordings.connectionWords.keepThisForTwilio,
    },
  },
  smpp: {
    host: {
      label: wordings.connectionWords.host,
      placeholder: 'smpp.carrier.example',
      help: wordings.connectionWords.aHostnameOrIpAddress,
    },
    port: { label: wordings.connectionWords.port, help: wordings.connectionWords.often2775Or3550 },
    systemId: { label: wordings.connectionWords.systemId, help: wordings.connectionWords.theUserName },
    password: { label: common.password, help: wordings.connectionWords.fromYourCarrier },
    tls: {
      label: wordings.connectionWords.encryptTheSessionTls,
      help: wordings.connectionWords.ifYourCarrierSupports,
    },
    verifyCertificate: {
      label: wordings.connectionWords.verifyTheCarriersCertificate,
      help: wordings.connectionWords.ifThisIsOff,
      needs: 'tls',
    },
    caCertificate: {
      label: wordings.connectionWords.certificateOfTheCarriersAuthority,
      help: wordings.connectionWords.onlyIfYourCarrierGave,
      placeholder: wordings.connectionWords.beginCertificate,
      needs: 'tls',
    },
    bind: {
      label: wordings.connectionWords.sessions,
      advanced: true,
      help: wordings.connectionWords.useTwoOnlyIf,
      choices: {
        transceiver: wordings.connectionWords.oneBothWaysTransceiver,
        pair: wordings.connectionWords.twoTransmitterAndReceiver,
      },
    },
    window: {
      label: wordings.connectionWords.window,
      advanced: true,
      help: wordings.connectionWords.messagesSentBeforeTheFirst,
    },
    enquireSeconds: {
      label: wordings.connectionWords.keepAliveIntervalSeconds,
      advanced: true,
      help: wordings.connectionWords.enquireLink,
    },
    systemType: {
      label: wordings.connectionWords.systemType,
      advanced: true,
      help: wordings.connectionWords.onlyIfTheCarrierAsks,
    },
    split: {
      label: wordings.connectionWords.longTexts,
      advanced: true,
      help: wordings.connectionWords.howLongTextsAreSplit,
      choices: {
        udh: wordings.connectionWords.cutHere,
        sar: wordings.connectionWords.cutHereWithSarFields,
        payload: wordings.connectionWords.wholeTheCarrierCuts,
      },
    },
    validity: {
      label: wordings.shared.stopTryingAfter,
      advanced: true,
      help: wordings.connectionWords.howTheCarrierIsTold,
      choices: {
        relative: wordings.connectionWords.asASpanOfTime,
        absolute: wordings.connectionWords.asAMoment,
        none: wordings.connectionWords.neverTheCarriersOwnLimit,
      },
    },
  },
  gateway: {
    url: {
      label: wordings.connectionWords.address,
      placeholder: 'https://gateway.example/cgi-bin/sendsms',
      help: wordings.connectionWords.theGatewaysSendAddress,
    },
    username: {
      label: wordings.connectionWords.userName,
      help: wordings.connectionWords.kannelUsernameOfASendsms,
    },
    password: { label: common.password, help: wordings.connectionWords.kannelPasswordOfTheSame },
    method: {
      label: wordings.connectionWords.method,
      advanced: true,
      help: wordings.connectionWords.kannelTakesGet,
      choices: { GET: 'GET', POST: wordings.connectionWords.postForm },
    },
    parameters: {
      label: wordings.connectionWords.parameters,
      advanced: true,
      help: wordings.connectionWords.oneALine,
    },
    acceptedTexts: {
      label: wordings.connectionWords.responsesThatMeanAccepted,
      advanced: true,
      help: wordings.connectionWords.oneALineSentence,
    },
  },
};

export const WEBHOOK_WORDS: Readonly<Record<string, { label: string; help: string }>> = {
  inbound: {
    label: wordings.connectionWords.incomingTexts,
    help: wordings.connectionWords.enterThisAtYourCarrier,
  },
  receipt: {
    label: wordings.connectionWords.deliveryReceipts,
    help: wordings.connectionWords.alreadySentWithEachMessage,
  },
};
