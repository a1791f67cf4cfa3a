import { expect, test } from 'vitest';
import { fillParameters } from './gateway-settings.ts';
import { decodeText, rawFields } from './query-charset.ts';

const textOf = (query: string) => {
  const fields = rawFields(`/inbound?${query}`);
  const of = (name: string) => (fields.get(name) ?? Buffer.alloc(0)).toString('utf8');
  return decodeText(fields.get('text') ?? Buffer.alloc(0), of('charset'), of('coding'));
};

test.each([
  ['text=Gr%C3%BC%C3%9Fe+an+alle&charset=UTF-8', 'Grüße an alle'],
  ['text=Gr%C3%BC%C3%9Fe', 'Grüße'],
  ['text=Gr%FC%DFe&charset=ISO-8859-1', 'Grüße'],
  ['text=%80+5&charset=windows-1252', '€ 5'],
  ['text=%00H%00i%20%AC&charset=UTF-16BE&coding=2', 'Hi€'],
  ['text=%00H%00i%20%AC&coding=2', 'Hi€'],
  ['text=%D8%3C%DF%89&coding=2', '🎉'],
  ['text=Hi+there&coding=2', 'Hi there'],
  ['text=100%25+sure%2', '100% sure%2'],
  ['text=Gr%C3%BC%C3%9Fe&charset=nobody-knows', 'Grüße'],
  ['other=1', ''],
])('reads %s', (query, text) => {
  expect(textOf(query)).toBe(text);
});

test('fills a form of parameters in, and leaves alone what it does not know', () => {
  const values = {
    username: 'u',
    password: 'p{to}',
    from: '1',
    to: '+49',
    text: 'a=b & {from}',
    coding: '0',
    reference: '7',
    receipt: 'https://x/?a=%d',
    validity: '',
  };
  expect(
    fillParameters(
      'user={username}\n\n pass={password} \ntext={text}\nx={other}\nno line\nid=m-{reference}',
      values,
    ),
  ).toEqual([
    ['user', 'u'],
    ['pass', 'p{to}'],
    ['text', 'a=b & {from}'],
    ['x', '{other}'],
    ['id', 'm-7'],
  ]);
  const ofTwo = (validity: string) => fillParameters('to={to}\nvalidity={validity}', { ...values, validity });
  expect(ofTwo('')).toEqual([['to', '+49']]);
  expect(ofTwo('90')).toEqual([
    ['to', '+49'],
    ['validity', '90'],
  ]);
});
