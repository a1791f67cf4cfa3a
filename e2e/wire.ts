/** A client that knows nothing of us but the wire: form data out, JSON back, one cookie. */
export type Reply = Record<string, unknown> & {
  status: number;
  RESULT: number;
  MESSAGE: string;
  DETAIL: string;
  SUSER: number;
};

export type WireClient = {
  post: (path: string, fields?: Record<string, string | number>) => Promise<Reply>;
  get: (path: string, fields?: Record<string, string | number>) => Promise<{ status: number; text: string }>;
};

export function wireClient(address: string): WireClient {
  let cookie = '';
  async function send(path: string, init: RequestInit): Promise<Response> {
    const response = await fetch(`${address}${path}`, { ...init, headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
    return response;
  }
  return {
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

let strangers = 0;

/** A new user with an account of her own. */
export async function register(address: string): Promise<WireClient & { user: number; email: string }> {
  strangers += 1;
  const client = wireClient(address);
  const email = `wire${strangers}-${Date.now()}@example.com`;
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
