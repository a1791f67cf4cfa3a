import { expect, test } from 'vitest';
import { attachment } from './attachment.ts';

test.each([
  ['members.csv', 'attachment; filename="members.csv"'],
  ['VIP (north).csv', 'attachment; filename="VIP-north-.csv"'],
  ['Zürich.csv', 'attachment; filename="Zurich.csv"; filename*=UTF-8\'\'Z%C3%BCrich.csv'],
  ['عرض.csv', 'attachment; filename="export.csv"; filename*=UTF-8\'\'%D8%B9%D8%B1%D8%B6.csv'],
  ['क्ष.csv', 'attachment; filename="export.csv"; filename*=UTF-8\'\'%E0%A4%95%E0%A5%8D%E0%A4%B7.csv'],
  ['🇧🇷.csv', 'attachment; filename="export.csv"'],
  [`half a letter \uD83D.csv`, 'attachment; filename="half-a-letter-.csv"'],
  ['turned \u202Evsc.exe"\r\nx: y.csv', 'attachment; filename="turned-vsc.exe-x-y.csv"'],
])('a file named %s', (name, header) => {
  expect(attachment(name)).toBe(header);
});
