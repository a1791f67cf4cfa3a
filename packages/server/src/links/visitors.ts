/**
 * Who opens a short link: a person, a program that makes a preview for one, or one that looks whether the
 * link is safe.
 */

export type VisitKind = 'person' | 'preview' | 'scanner';
export type Visit = { kind: VisitKind /** What it was recognised by; '' for a person. */; reason: string };

type Sign = { words: RegExp; kind: VisitKind; reason: string };

/** What visitors say about themselves; the first row that fits counts. */
const AGENTS: readonly Sign[] = [
  {
    words: /facebookexternalhit|facebot|meta-external/i,
    kind: 'preview',
    reason: 'iMessage or Facebook preview',
  },
  { words: /whatsapp/i, kind: 'preview', reason: 'WhatsApp preview' },
  { words: /telegrambot/i, kind: 'preview', reason: 'Telegram preview' },
  { words: /twitterbot/i, kind: 'preview', reason: 'X preview' },
  { words: /slackbot|slack-imgproxy/i, kind: 'preview', reason: 'Slack preview' },
  { words: /discordbot/i, kind: 'preview', reason: 'Discord preview' },
  {
    words: /skypeuripreview|microsoftpreview|teams(bot|link)/i,
    kind: 'preview',
    reason: 'Microsoft preview',
  },
  { words: /linkedinbot/i, kind: 'preview', reason: 'LinkedIn preview' },
  {
    words: /viber|\bline\/.*poker|snap url preview|signal-|kakaotalk-scrap/i,
    kind: 'preview',
    reason: 'messenger preview',
  },
  {
    words: /google-?(pagerenderer|messages)|googlemessages|com\.google\.android\.apps\.messaging/i,
    kind: 'preview',
    reason: 'Google Messages preview',
  },
  { words: /iframely|embedly|opengraph|link ?preview|unfurl/i, kind: 'preview', reason: 'preview service' },
  {
    words:
      /proofpoint|mimecast|barracuda|symantec|messagelabs|trend ?micro|fortinet|forti(guard|sandbox)|zscaler|sophos|ironport|cisco/i,
    kind: 'scanner',
    reason: 'security gateway',
  },
  {
    words: /safelinks|bingpreview|microsoft office|ms-?office|defender/i,
    kind: 'scanner',
    reason: 'Microsoft link check',
  },
  {
    words:
      /google-?safety|safebrowsing|virustotal|bitdefender|kaspersky|avast|norton|mcafee|\beset|netcraft|phish|urlscan/i,
    kind: 'scanner',
    reason: 'safety check',
  },
  {
    words: /headless|phantomjs|puppeteer|playwright|selenium|lighthouse/i,
    kind: 'scanner',
    reason: 'browser without a person',
  },
  {
    words: /\b(amazonaws|aws|ec2|azure|gcp|google-?cloud|digitalocean|ovh|hetzner|linode)\b/i,
    kind: 'scanner',
    reason: 'data centre',
  },
  {
    words:
      /(?<!cu)bot\b|bot[/;_-]|crawl|spider|slurp|\bscan(ner|bot)|monitor|uptime|pingdom|check(er)?\b|probe|archiv|fetch(er)?\b/i,
    kind: 'scanner',
    reason: 'robot',
  },
  {
    words:
      /^(curl|wget|python|java|go-http|node|undici|axios|got|ruby|perl|php|okhttp|apache-httpclient|libwww|httpie|postman|insomnia|dart|winhttp|powershell)/i,
    kind: 'scanner',
    reason: 'program, no browser',
  },
];

/** Headers by which a browser says that nobody looks at the page yet. */
const AHEAD: readonly { header: string; words: RegExp; reason: string }[] = [
  { header: 'purpose', words: /prefetch|preview/i, reason: 'fetched ahead' },
  { header: 'sec-purpose', words: /prefetch|prerender/i, reason: 'fetched ahead' },
  { header: 'x-purpose', words: /preview|prefetch/i, reason: 'fetched ahead' },
  { header: 'x-moz', words: /prefetch/i, reason: 'fetched ahead' },
];

/**
 * Judges by the method, the headers and the words of the visitor; who cannot be told from a person is one.
 */
export function visitOf(method: string, headers: Readonly<Record<string, unknown>>): Visit {
  const agent = headerOf(headers, 'user-agent');
  const sign = AGENTS.find(({ words }) => words.test(agent));
  if (sign) return { kind: sign.kind, reason: sign.reason };
  if (method === 'HEAD') return { kind: 'scanner', reason: 'asked for the head alone' };
  const ahead = AHEAD.find(({ header, words }) => words.test(headerOf(headers, header)));
  if (ahead) return { kind: 'preview', reason: ahead.reason };
  if (agent.trim() === '') return { kind: 'scanner', reason: 'says nothing about itself' };
  return { kind: 'person', reason: '' };
}

/** A header as one text; '' when there is none. */
export function headerOf(headers: Readonly<Record<string, unknown>>, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}
