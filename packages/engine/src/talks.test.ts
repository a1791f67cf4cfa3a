import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseTalk, playTalk, talkInMemory } from './index.ts';

const folder = new URL('talks/', import.meta.url);
const files = readdirSync(folder);

describe('talks in memory', () => {
  it('there are at least ten', () => expect(files.length).toBeGreaterThanOrEqual(10));

  it.each(files)('%s goes as written', async (file) => {
    const talk = parseTalk(readFileSync(new URL(file, folder), 'utf8'));
    expect(talk.title).not.toBe('');
    expect(await playTalk(talk, talkInMemory(talk).host)).toEqual([]);
  });
});

describe('playing a talk', () => {
  const head = '# t\n{"campaigns": {"1": [{"type": "message", "text": "Hi"}]}}\n---\n';
  const play = (lines: string) => {
    const talk = parseTalk(head + lines);
    return playTalk(talk, talkInMemory(talk).host);
  };

  it('names the line that differs, what is missing and what is too much', async () => {
    expect(await play('* start 1\n< Ho')).toEqual(['Line 5: expected “Ho”, got “Hi”']);
    expect(await play('* start 1\n< Hi\n< Hi')).toEqual(['Line 6: expected “Hi”, got nothing']);
    expect(await play('* start 1\n')).toEqual(['Line 5: unexpected before it: “Hi”']);
    expect(await play('* start 1\n< Hi\n= ended fault')).toEqual([
      'Line 6: expected ended “fault”, got “done”',
    ]);
  });

  it('refuses a line it cannot read', () => {
    expect(() => parseTalk(`${head}? what`)).toThrow('Line 4');
    expect(() => parseTalk(`${head}= colour red`)).toThrow('Line 4');
    expect(() => parseTalk('{"campaigns":{}}')).toThrow('---');
    expect(() => parseTalk('{"campaigns":{"1":[{"type":"TALK"}]}}\n---\n')).toThrow('TALK');
    expect(() => parseTalk('{"campaigns":{"1":[{"type":"auxiliary","texd":"x"}]}}\n---\n')).toThrow('texd');
  });
});
