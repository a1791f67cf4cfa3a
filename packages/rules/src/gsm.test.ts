import { expect, test } from 'vitest';
import { decodeGsm, encodeGsm, joinEscapes } from './gsm.ts';
import { GSM_BASIC, GSM_EXTENSION } from './sms.ts';

test('codes are those of the standard', () => {
  expect([...encodeGsm('@£Δ_Ξ')]).toEqual([0, 1, 0x10, 0x11, 0x1a]);
  expect([...encodeGsm('ÆAza à')]).toEqual([0x1c, 0x41, 0x7a, 0x61, 0x20, 0x7f]);
  expect([...encodeGsm('^{}\\[~]|€')]).toEqual(
    [0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65].flatMap((code) => [0x1b, code]),
  );
});

test('every character comes back', () => {
  const all = GSM_BASIC + GSM_EXTENSION;
  expect(decodeGsm(encodeGsm(all))).toBe(all);
  expect(GSM_BASIC).toHaveLength(127);
});

test('what is outside the alphabet becomes a question mark, an unknown escape is left out', () => {
  expect([...encodeGsm('a✓')]).toEqual([0x61, 0x3f]);
  expect(decodeGsm(Uint8Array.from([0x1b, 0x41]))).toBe('A');
});

test('an escape pair that was cut between two parts is joined', () => {
  expect(joinEscapes('5 \x1be')).toBe('5 €');
  expect(joinEscapes('\x1bA')).toBe('A');
});
