/**
 * People and machines who go on while a server has a fault: they text a keyword, save lists and steps, read,
 * sign in, upload and download. What each was answered is counted, apart for when the fault was there.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { phones } from '../../packages/server/src/testing/people.ts';
import { type Client, client, say } from './ground.ts';

export const PASSWORD = 'correct horse battery staple';
/** A number of people that makes a file of some hundred kilobytes. */
const UPLOADED = 20_000;
/** Whoever downloads confirms the password now and then. */
const CONFIRM_EVERY = 300;
const TEXTED = 4_000_000;

/** `campaign`: one whose keyword is “coffee”; `list`: one with people. */
type Place = { url: string; owner: Client; email: string; campaign: number; list: number };

export class Visitors {
  /** The phones whose text was taken, and the lists that were said to be saved. */
  readonly texted: string[] = [];
  readonly saved: string[] = [];
  private readonly heard = new Map<string, number>();
  private readonly place: Place;
  private readonly fault: () => string;
  private loops: Promise<void>[] = [];
  private isOver = false;

  /** `fault`: what is the matter right now, in a word. */
  constructor(place: Place, fault: () => string) {
    this.place = place;
    this.fault = fault;
  }

  start(): void {
    this.loops = [
      this.loop(20, (n) => this.text(n)),
      this.loop(300, (n) => this.saveList(n)),
      this.loop(500, (n) => this.saveStep(n)),
      this.loop(500, () => this.ask('lists read', 'lists/lists', {})),
      this.loop(1_000, () => this.signIn()),
      this.loop(1_000, () => this.upload()),
      this.loop(1_000, (n) => this.download(n)),
      this.loop(250, () => this.look()),
    ];
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.loops);
  }

  tell(): void {
    for (const [line, count] of [...this.heard].sort()) say(`${line}: ${count}`);
  }

  private async loop(pauseMs: number, once: (n: number) => Promise<unknown>): Promise<void> {
    for (let n = 0; !this.isOver; n += 1) {
      await once(n).catch((error: Error) => this.note(this.fault(), 'not reached', error.message));
      await sleep(pauseMs);
    }
  }

  /** What was asked before a change and answered after it belongs to neither. */
  private note(before: string, what: string, answer: string): void {
    if (before !== this.fault()) return;
    const line = `${before} | ${what} | ${answer}`;
    this.heard.set(line, (this.heard.get(line) ?? 0) + 1);
  }

  private async ask(
    what: string,
    path: string,
    fields: Record<string, string> | FormData,
    by = this.place.owner,
  ) {
    const before = this.fault();
    const reply = await by(path, fields);
    this.note(before, what, reply.RESULT === 1 ? 'done' : reply.MESSAGE);
    return reply;
  }

  /** As a carrier does, the same text until it is taken. */
  private async text(n: number): Promise<void> {
    const phone = phones(1, TEXTED + 10 * n)[0] ?? '';
    const fields = {
      inpContactString: phone,
      inpShortCode: '',
      inpText: 'coffee',
      inpMessageId: `text-${n}`,
    };
    const isTaken = async () => {
      const reply = await this.ask('a text', 'simulator/phoneSend', fields).catch(() => undefined);
      return reply?.RESULT === 1;
    };
    while (!(await isTaken())) {
      if (this.isOver) return;
      await sleep(300);
    }
    this.texted.push(phone);
  }

  private async saveList(n: number): Promise<void> {
    const reply = await this.ask('a list saved', 'lists/addList', { ListName: `List ${n}` });
    if (reply.RESULT === 1) this.saved.push(`List ${n}`);
  }

  private saveStep(n: number) {
    const fields = { inpBatchId: String(this.place.campaign), inpDesc: `Name ${n}` };
    return this.ask('a step saved', 'campaign/SaveBatchDesc', fields);
  }

  private signIn() {
    const fields = { inpUserID: this.place.email, inpPassword: PASSWORD };
    return this.ask(
      'a sign-in',
      'authentication/validateUser',
      fields,
      client(() => this.place.url),
    );
  }

  private async upload(): Promise<void> {
    const form = new FormData();
    form.append('ListId', String(this.place.list));
    const lines = phones(UPLOADED).map((phone) => `${phone},Rome`);
    form.append('file', new Blob([`Phone,City\n${lines.join('\n')}\n`]), 'people.csv');
    const reply = await this.ask('an upload', 'imports/uploadFile', form);
    if (reply.RESULT === 1) await this.place.owner('imports/cancel', { IMPORTID: String(reply.IMPORTID) });
  }

  private async download(n: number): Promise<void> {
    const { owner, list } = this.place;
    if (n % CONFIRM_EVERY === 0) await owner('authentication/confirm', { inpPassword: PASSWORD });
    const before = this.fault();
    const response = await owner.download(`members/exportMembers?ListId=${list}`);
    const end = await response.text().then(
      () => 'whole',
      () => 'cut off in the open',
    );
    this.note(before, 'a download', `${response.status} ${response.status === 200 ? end : ''}`);
  }

  private async look(): Promise<void> {
    const before = this.fault();
    for (const path of ['healthz', 'readyz']) {
      const response = await fetch(`${this.place.url}/${path}`);
      this.note(before, path, `${response.status} ${await response.text()}`);
    }
  }
}
