import { expect, test } from 'vitest';
import { formCode, frameCode, smsLink } from './embed-code.ts';

test('what is copied keeps the owner’s words as text', () => {
  const url = 'https://texts.example/p/abc';
  expect(formCode(url, 'Number', '"><script>')).not.toContain('<script');
  expect(frameCode(url, '" onload="x')).toContain('title="&#34; onload=&#34;x"');
});

test('links to a text, as Android and newer iPhones read them, and older ones', () => {
  expect(smsLink('+12125550100', 'join us', '?')).toBe('sms:+12125550100?body=join%20us');
  expect(smsLink('+12125550100', 'JOIN', '&')).toBe('sms:+12125550100&body=JOIN');
});
