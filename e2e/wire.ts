import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client that knows nothing of us but the wire: form data out, JSON back, one cookie. */
export type Reply = Record<string, unknown> & {
  status: number;
  RESULT: number;
  MESSAGE: string;
  DETAIL: string;
  SUSER: number;
};

export type Fields = Record<string, string | number>;

export type WireClient = {
  /** One call under /session/api/ with multipart form data. */
  post: (path: string, fields?: Fields) => Promise<Reply>;
  get: (path: string, fields?: Fields) => Promise<{ status: number; text: string }>;
  /** Any request, with the client's cookie. */
  send: (path: string, init?: RequestInit) => Promise<Response>;
  cookie: () => string;
};

export function wireClient(address: string): WireClient {
  let cookie = '';
  async function send(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(`${address}${path}`, { ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response;
  }
  return {
    send,
    cookie: () => cookie,
    async post(path, fields = {}) {
      const body = new FormData();
      for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
      const hasFields = Object.keys(fields).length > 0;
      const response = await send(`/session/api/${path}`, { method: 'POST', ...(hasFields ? { body } : {}) });
      return { ...((await response.json()) as Reply), status: response.status };
    },
    async get(path, fields = {}) {
      const query = new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)]));
      const response = await send(`${path}${query.size > 0 ? `?${query}` : ''}`, { method: 'GET' });
      return { status: response.status, text: await response.text() };
    },
  };
}

/** An address that no other file of tests takes, though it may begin in the same millisecond. */
export const newAddress = (word: string): string => `${word}-${randomUUID()}@example.com`;

/** A new user with an account of their own. */
export async function register(address: string): Promise<WireClient & { user: number; email: string }> {
  const client = wireClient(address);
  const email = newAddress('wire');
  const reply = await client.post('registration/RegisterNewUser', {
    inpEmail: email,
    inpPassword: 'correct horse battery staple',
    inpPhoneNumber: '(212) 555-0142',
  });
  if (reply.RESULT !== 1) throw new Error(reply.MESSAGE);
  return { ...client, user: reply.SUSER, email };
}

/** Fields named as JSON text in the specification are strings that hold JSON. */
export function listOf(reply: Reply, field: string): Record<string, unknown>[] {
  const value = reply[field];
  if (typeof value !== 'string') throw new Error(`${field} is no text: ${JSON.stringify(reply)}`);
  return JSON.parse(value) as Record<string, unknown>[];
}

export async function until<T>(check: () => Promise<T | null | undefined | false>, seconds = 60): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await check();
    if (value) return value;
    if (Date.now() > deadline)
      throw new Error(`It did not happen within ${seconds} s.\nAsked: ${check}\nSeen last: ${String(value)}`);
    await sleep(50);
  }
}

export async function phone(
  client: WireClient,
  number: string,
): Promise<
  { DIRECTION: string; TEXT: string; STATUS: string; ID: number; CREDITS: number; CREATED_DT: string }[]
> {
  return listOf(
    await client.post('simulator/phoneMessages', { inpContactString: number }),
    'MESSAGES',
  ) as never;
}

export const received = async (client: WireClient, number: string) =>
  (await phone(client, number))
    .filter((message) => message.DIRECTION === 'MT')
    .map((message) => message.TEXT);

export async function addStep(
  client: WireClient,
  campaign: number,
  point: Record<string, unknown>,
): Promise<number> {
  const reply = await client.post('control-point/AddCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify({ ID: 0, RQ: 0, SWT: '1', ...point }),
  });
  if (reply.RESULT !== 1) throw new Error(JSON.stringify(reply));
  return Number(reply.PID);
}

/** A campaign made from a template and emptied: each test writes the steps it is about. */
export async function emptyCampaign(client: WireClient): Promise<number> {
  const made = await client.post('control-point/AddNewBatchFromTemplate', { TID: 1 });
  const campaign = Number(made.BATCHID);
  const steps = (await client.post('control-point/ReadCPs', { inpBatchId: campaign })).CPOBJ as {
    ID: number;
  }[];
  for (const { ID } of steps)
    await client.post('control-point/DeleteCPData', { inpBatchId: campaign, INPPID: ID });
  return campaign;
}

export type Step = Record<string, unknown> & { ID: number; RQ: number };

export async function readSteps(client: WireClient, campaign: number): Promise<Step[]> {
  return (await client.post('control-point/ReadCPs', { inpBatchId: campaign })).CPOBJ as Step[];
}

export async function readStep(client: WireClient, campaign: number, step: number): Promise<Step> {
  return (await client.post('control-point/ReadCPData', { inpBatchId: campaign, inpQID: step }))
    .CPOBJ as Step;
}

export function saveStep(
  client: WireClient,
  campaign: number,
  point: Record<string, unknown>,
): Promise<Reply> {
  return client.post('control-point/SaveCPData', {
    inpBatchId: campaign,
    controlPoint: JSON.stringify(point),
  });
}

/** Changes some fields of a stored step. */
export async function changeStep(
  client: WireClient,
  campaign: number,
  step: number,
  fields: Record<string, unknown>,
): Promise<void> {
  const reply = await saveStep(client, campaign, { ...(await readStep(client, campaign, step)), ...fields });
  if (reply.RESULT !== 1) throw new Error(JSON.stringify(reply));
}

/** A campaign of these steps; answers its id and the ids of its steps. */
export async function campaignOf(
  client: WireClient,
  ...points: Record<string, unknown>[]
): Promise<{ campaign: number; steps: number[] }> {
  const campaign = await emptyCampaign(client);
  const steps: number[] = [];
  for (const point of points) steps.push(await addStep(client, campaign, point));
  return { campaign, steps };
}

export async function keyword(client: WireClient, campaign: number, word: string): Promise<Reply> {
  return client.post('keyword/SaveKeyword', { inpBatchId: campaign, inpShortCode: '', inpKeyword: word });
}

export async function addList(client: WireClient, name: string): Promise<number> {
  return Number((await client.post('lists/addList', { ListName: name })).NEWListID);
}

/** Puts a number on a list; answers its ContactAddressId. */
export async function addMember(client: WireClient, list: number, number: string): Promise<number> {
  const reply = await client.post('members/addMemberToList', { ContactString: number, ListId: list });
  if (reply.RESULT !== 1) throw new Error(JSON.stringify(reply));
  return Number(reply.CONTACTADDRESSID);
}

export async function setTag(client: WireClient, contact: number, tag: string, value: string): Promise<void> {
  const reply = await client.post('tags/updateTag', { ContactAddressId: contact, Tag: tag, Value: value });
  if (reply.RESULT !== 1) throw new Error(JSON.stringify(reply));
}

/** A pretend phone texts the account's first channel. */
export async function texts(client: WireClient, number: string, text: string, id = ''): Promise<Reply> {
  return client.post('simulator/phoneSend', {
    inpContactString: number,
    inpShortCode: '',
    inpText: text,
    ...(id ? { inpMessageId: id } : {}),
  });
}

/** Waits until the phone holds `count` texts of ours and answers all of them. */
export async function heard(client: WireClient, number: string, count: number): Promise<string[]> {
  let all: string[] = [];
  await until(async () => {
    all = await received(client, number);
    return all.length >= count;
  }).catch(() => {
    throw new Error(`${number} got ${JSON.stringify(all)} instead of ${count} texts.`);
  });
  return all;
}
