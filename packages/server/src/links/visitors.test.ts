import { expect, it } from 'vitest';
import { visitOf } from './visitors.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';
const IMESSAGE =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0';

it.each([
  IPHONE,
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
])('a person: %s', (agent) => {
  expect(visitOf('GET', { 'user-agent': agent })).toEqual({ kind: 'person', reason: '' });
});

it.each([
  [IMESSAGE, 'preview', 'iMessage or Facebook preview'],
  ['WhatsApp/2.23.20.0', 'preview', 'WhatsApp preview'],
  ['TelegramBot (like TwitterBot)', 'preview', 'Telegram preview'],
  ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)', 'preview', 'Slack preview'],
  ['Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', 'preview', 'Discord preview'],
  ['Mozilla/5.0 (compatible; Googlebot/2.1)', 'scanner', 'robot'],
  ['Mozilla/5.0 (X11; Linux x64) HeadlessChrome/131.0.0.0', 'scanner', 'browser without a person'],
  ['Mimecast-URL-Protect', 'scanner', 'security gateway'],
  ['curl/8.5.0', 'scanner', 'program, no browser'],
  ['python-requests/2.32', 'scanner', 'program, no browser'],
  ['', 'scanner', 'says nothing about itself'],
])('%s is a %s: %s', (agent, kind, reason) => {
  expect(visitOf('GET', { 'user-agent': agent })).toEqual({ kind, reason });
});

it('who asks for the head alone, or ahead of time, is no person', () => {
  expect(visitOf('HEAD', { 'user-agent': IPHONE }).kind).toBe('scanner');
  for (const [header, value] of [
    ['purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ] as const)
    expect(visitOf('GET', { 'user-agent': IPHONE, [header]: value })).toEqual({
      kind: 'preview',
      reason: 'fetched ahead',
    });
});
