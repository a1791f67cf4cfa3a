import { describe, expect, it } from 'vitest';
import { classifyInbound, type InboundKind, isReservedKeyword } from './classify-inbound.ts';
import { normaliseKeyword } from './keyword.ts';

/** Of the processor's time, which others on the machine do not use up, in microseconds. */
const SECOND = 1_000_000;

const TABLE: Record<InboundKind, string[]> = {
  stop: [
    ...[
      // The opt-out word is a sentence of its own: the last one, also before a full stop, or the first one.
      'who are you and why, unsubscribe.',
      'Unsubscribe. Who are you and why',
      'STOP',
      'STOPALL',
      'UNSUBSCRIBE',
      'CANCEL',
      'END',
      'QUIT',
      'REVOKE',
      'OPTOUT',
      'opt out',
      'Opt-Out',
      'stop all',
    ],
    ...[
      'stop',
      ' Stop. ',
      'STOP!!!',
      '🛑 stop 🛑',
      'Stóp',
      'ＳＴＯＰ',
      'S T O P',
      '"stop"',
      'stop stop stop',
      'STOP\n',
    ],
    ...['Stop. Thank you', 'please stop', 'ok stop now', 'stop pls', 'STOP THIS', 'Hi, unsubscribe please'],
    ...['please stop texting me', 'Stop messaging me!', 'Would you stop sending me these', 'quit texting me'],
    ...[
      'take me off this list',
      'Take me off your list please',
      'remove me',
      'Remove my number from your list',
    ],
    ...[
      'please unsubscribe me from this',
      'I want to unsubscribe',
      'opt me out',
      "Don't text me again",
      'do not contact me again',
    ],
    ...[
      'NO MORE TEXTS',
      'lose my number',
      'leave me alone',
      'I no longer wish to receive these',
      'NO! Stop texting me',
    ],
    ...[
      'how do i unsubscribe',
      'erase my number',
      'Delete me please',
      'Stop already',
      'yes stop',
      'STOPSTOP',
      'st0p',
    ],
    ...[
      'Discontinue',
      'i dont want any more of these',
      'elimínenme',
      'Laissez-moi tranquille',
      'résilier',
      'Plus de SMS',
    ],
    ...['I revoke my consent', 'cancel my subscription', 'I don’t want these messages anymore'],
    ...[
      'alto',
      'PARAR',
      'cancelar',
      'Por favor, no me envíen más mensajes',
      'dame de baja',
      'quítame de la lista',
      'no más',
    ],
    ...['no quiero recibir más', 'dejen de mandar mensajes'],
    ...[
      'arrêter',
      'ARRÊT',
      'désabonner',
      'Arrêtez de m’envoyer des SMS',
      'je ne veux plus recevoir vos messages',
      'désabonnez-moi',
    ],
  ],
  start: ['START', 'unstop', 'Start!', 'start please'],
  help: ['HELP', 'info', 'Help!', 'help please', 'ayuda'],
  yes: ['YES', 'yes', 'Yes!', 'yes please'],
  doubtful: [
    // Somebody who laughs may say stop and mean it otherwise.
    'haha you are so funny, stop',
    'CANCEL MY ORDER',
    'I want to cancel the order',
    'please cancel order 4411',
    'Cancel my membership!!',
    'I said stop',
    'STOP 12345',
    'is this spam?',
    'wrong number',
    'how do I cancel',
    'my lawyer will call you',
    'make it stop',
  ],
  none: [
    // Who tells of it, or asks, says nothing of these texts.
    'we cancel all messages',
    'did you cancel my texts',
    ...[
      "can't stop winning",
      'stop by the store',
      'I will stop by later',
      "don't stop texting me",
      'please do not stop sending these',
    ],
    ...['the bus stop', 'non-stop fun', "won't stop smiling", 'cancel my appointment', 'the end'],
    ...[
      'weekend',
      'I quit my job',
      'yes I would',
      'delete the second item',
      'no more questions',
      'plus de détails svp',
      'yesterday',
      'no',
      'N',
      '1',
      'Y',
      'helpful',
      'information desk',
      'start with the soup',
    ],
    ...[
      'when does it end',
      'stopwatch',
      'Endive',
      '',
      '   ',
      '👍',
      '...',
      'thanks',
      'please',
      'para mí',
      'never mind',
      'remove the onions',
    ],
  ],
};

describe.each(Object.entries(TABLE))('%s', (kind, texts) => {
  it.each(texts)('“%s”', (text) => expect(classifyInbound(text).kind).toBe(kind));
});

it('says which entry decided', () => {
  expect(classifyInbound('PLEASE, stop texting me!').matched).toBe('stop texting');
  expect(classifyInbound('Stop. Thank you').matched).toBe('stop');
});

describe('keywords of campaigns', () => {
  it('compares trimmed, without regard to case, width and inner blanks', () => {
    expect(['  Join  Us ', 'ＪＯＩＮ us', 'join\u00a0us', 'JOIN US\u200b'].map(normaliseKeyword)).toEqual(
      Array(4).fill('join us'),
    );
    expect(['JOIN US!', '“join us”', '*Join us.', 'join us 🎉'].map(normaliseKeyword)).toEqual(
      Array(4).fill('join us'),
    );
    expect(['c-3', '#1', '🎉', '...'].map(normaliseKeyword)).toEqual(['c-3', '1', '🎉', '...']);
    expect(['A!', '"7"', ' !! '].map(normaliseKeyword)).toEqual(['a', '7', '!!']);
    expect([normaliseKeyword('STRASSE'), normaliseKeyword('ΟΔΟΣ')]).toEqual([
      normaliseKeyword('Straße'),
      normaliseKeyword('οδος'),
    ]);
  });

  it('refuses the words that are handled before any flow', () => {
    for (const word of [
      'STOP',
      'help',
      'Unsubscribe',
      'opt out',
      'OPT-OUT',
      'Yes',
      'start',
      'INFO',
      'UnStop',
      'ＥＮＤ',
    ])
      expect(isReservedKeyword(word), word).toBe(true);
    for (const word of ['JOIN', 'stopwatch', 'pizza', 'nonstop', 'startup', ''])
      expect(isReservedKeyword(word), word).toBe(false);
  });
});

it('long hostile texts are read quickly', () => {
  const before = process.cpuUsage();
  for (const text of ['stop '.repeat(320), 'do not '.repeat(230), "'".repeat(1600), 'é'.repeat(1600)])
    classifyInbound(text);
  expect(process.cpuUsage(before).user).toBeLessThan(SECOND);
});
