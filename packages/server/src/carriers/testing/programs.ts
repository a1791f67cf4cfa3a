/**
 * Third-party programs that tests start: found where `dev/peers.sh` puts them, run on loopback ports of their
 * own, ended by their process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const HOME = process.env.PEERS_HOME ?? join(tmpdir(), 'sms-peers');
export const TWILIO_SDK = join(HOME, 'npm/node_modules/twilio');
const EMULATOR = join(HOME, 'emulate/node_modules/emulate/dist/index.js');
const BEARERBOX = '/usr/sbin/bearerbox';
const SMSBOX = '/usr/sbin/smsbox';

/** Why a program's tests are skipped; null: it is here. */
export function missing(program: 'kannel' | 'emulator' | 'sdk'): string | null {
  const files = { kannel: [BEARERBOX, SMSBOX], emulator: [EMULATOR], sdk: [TWILIO_SDK] }[program];
  const absent = files.find((file) => !existsSync(file));
  return absent === undefined ? null : `${absent} is not installed; dev/peers.sh installs it.`;
}

export type Program = { stop: () => Promise<void> };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function listening(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}.`);
    const socket = connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await sleep(100);
  }
  throw new Error(`Nobody listens on port ${port}.`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await Promise.race([gone, sleep(10_000).then(() => child.kill('SIGKILL'))]);
}

function run(folder: string, program: string, args: string[]): ChildProcess {
  return spawn(program, args, { cwd: folder, stdio: 'ignore' });
}

/**
 * Kannel in front of an SMPP centre: HTTP in, SMPP out, receipts and incoming texts back by GET. `isDurable`:
 * it keeps all on disk; `answers`: what the GET of a text answers is sent as its reply.
 */
export async function startKannel(
  smscPort: number,
  inboundAddress: string,
  { isDurable = false, answers = false } = {},
): Promise<Program & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'kannel-'));
  const [admin, box, send] = [await freePort(), await freePort(), await freePort()];
  const file = join(folder, 'kannel.conf');
  for (const spool of ['store', 'dlr']) mkdirSync(join(folder, spool));
  const storage = `store-type = spool
store-location = ${join(folder, 'store')}
dlr-storage = spool
dlr-spool = ${join(folder, 'dlr')}
`;
  writeFileSync(
    file,
    `group = core
admin-port = ${admin}
admin-interface = 127.0.0.1
admin-password = admin
smsbox-port = ${box}
smsbox-interface = 127.0.0.1
box-allow-ip = 127.0.0.1
${isDurable ? storage : ''}
group = smsc
smsc = smpp
smsc-id = peer
host = 127.0.0.1
port = ${smscPort}
transceiver-mode = true
smsc-username = peer
smsc-password = secret
system-type = ""
reconnect-delay = 1
max-pending-submits = 100
source-addr-autodetect = true
dest-addr-ton = 1
dest-addr-npi = 1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${send}
sendsms-interface = 127.0.0.1
mo-recode = true
max-pending-requests = 512

group = sendsms-user
username = peer
password = secret
max-messages = 20
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = ${answers ? 1 : 0}
omit-empty = true
get-url = "${inboundAddress}"
`,
  );
  const bearerbox = run(folder, BEARERBOX, ['-v', '3', file]);
  await listening(box, bearerbox);
  const smsbox = run(folder, SMSBOX, ['-v', '3', file]);
  await listening(send, smsbox);
  return {
    url: `http://127.0.0.1:${send}/cgi-bin/sendsms`,
    async stop() {
      await end(smsbox);
      await end(bearerbox);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const EMULATED = {
  accountSid: 'AC0123456789abcdef0123456789abcdef',
  authToken: 'peer_auth_token',
  number: '+12025550100',
};

/** The Twilio emulator, which signs its webhooks as Twilio does. */
export async function startEmulator(inboundAddress: string): Promise<Program & { url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'emulator-'));
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { accountSid, authToken, number } = EMULATED;
  writeFileSync(
    join(folder, 'seed.yaml'),
    `twilio:
  account: { sid: ${accountSid}, auth_token: ${authToken}, friendly_name: Peer }
  phone_numbers:
    - { phone_number: "${number}", friendly_name: Main, sms_url: "${inboundAddress}" }
`,
  );
  // It has no option for the interface and would listen on all of them.
  writeFileSync(
    join(folder, 'loopback.cjs'),
    `const { Server } = require('node:net');
const { listen } = Server.prototype;
Server.prototype.listen = function (...args) {
  if (args[0] && typeof args[0] === 'object' && 'port' in args[0]) args[0] = { ...args[0], host: '127.0.0.1' };
  else if (typeof args[0] === 'number') args.splice(1, typeof args[1] === 'string' ? 1 : 0, '127.0.0.1');
  return listen.apply(this, args);
};
`,
  );
  const child = run(folder, process.execPath, [
    '--require',
    join(folder, 'loopback.cjs'),
    EMULATOR,
    'start',
    '--service',
    'twilio',
    '--port',
    String(port),
    '--base-url',
    url,
    '--seed',
    join(folder, 'seed.yaml'),
  ]);
  await listening(port, child);
  return {
    url,
    async stop() {
      await end(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
