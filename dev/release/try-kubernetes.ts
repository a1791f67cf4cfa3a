/**
 * The manifests on a Kubernetes of two nodes that this starts and takes down again: applied in a namespace
 * that enforces the Pod Security standard "restricted", with a PostgreSQL outside. While people visit without
 * a pause and a blast goes out to a carrier that keeps a book, everything is rolled, pods and containers are
 * killed, a node is drained, and PostgreSQL is away.
 *
 * For Linux, as root. On the PATH: containerd, runc, etcd, buildah, cc, iptables and the plugins of
 * containernetworking in /usr/lib/cni, as Debian has them, and kube-apiserver, kube-controller-manager,
 * kube-scheduler, kubelet, kube-proxy and kubectl, which `go build` makes of the module k8s.io/kubernetes
 * (CGO_ENABLED=0, each k8s.io/… that it replaces by a folder replaced by its published v0.x.y).
 *
 *   node dev/release/try-kubernetes.ts --image release/parley-0.2.0-image-amd64.tar.gz
 *     [--people 20000] [--pace 60 (texts a second)] [--bin /usr/lib/postgresql/15/bin]
 */
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, sql } from '../../packages/server/src/platform/db/database.ts';
import {
  blast,
  type Client,
  check as checkBlast,
  client,
  isGood,
  makeAccount,
  readBlast,
  SECRET_KEY,
  say,
  startBook,
  textOf,
  until,
} from '../faults/ground.ts';
import { type Host, HostPostgres, openHosts } from '../faults/networks.ts';
import { readOptions } from '../faults/options.ts';
import { type Cluster, enterNamespaces, OUTSIDE, startCluster } from './kubernetes-ground.ts';
import { startVisitors } from './steady-requests.ts';

const NOBODY = 65534;
const CAMPAIGN = 1_000_001;
/** A pod’s terminationGracePeriodSeconds. */
const GRACE_S = 60;
const LONG_MS = 300_000;
/** What is cut off in the middle of an answer is told, not judged. */
const MANY = Number.POSITIVE_INFINITY;
const { image, people, pace, bin } = readOptions({
  image: 'release/parley-0.2.0-image-amd64.tar.gz',
  people: 20_000,
  pace: 60,
  bin: '/usr/lib/postgresql/15/bin',
});
const folder = enterNamespaces();
const { hosts } = openHosts(3);
const postgres = new HostPostgres(hosts[0] as Host, join(folder, 'postgres'), bin);
const URL_OF_DATABASE = 'postgres://parley@10.77.0.1:5432/parley';

let failures = 0;
function judge(what: string, holds: boolean, seen: unknown = ''): void {
  if (!holds) failures += 1;
  const words = typeof seen === 'string' ? seen : JSON.stringify(seen);
  say(`${holds ? 'ok  ' : 'FAIL'} ${what}${words === '' ? '' : `: ${words}`}`);
}

const seconds = (since: number) => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

type Pod = {
  metadata: { name: string; deletionTimestamp?: string };
  spec: { nodeName: string };
  status: {
    conditions?: { type: string; status: string }[];
    containerStatuses?: { restartCount: number; containerID: string }[];
  };
};

async function podsOf({ kubectl }: Cluster, part: string): Promise<Pod[]> {
  const { stdout } = await kubectl('get', 'pods', '-l', `part=${part}`, '-o', 'json');
  return (JSON.parse(stdout) as { items: Pod[] }).items;
}

const isReady = ({ status, metadata }: Pod) =>
  metadata.deletionTimestamp === undefined &&
  status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True') === true;
const restartsOf = (pods: readonly Pod[]) =>
  pods.map(({ status }) => status.containerStatuses?.[0]?.restartCount ?? 0).reduce((a, b) => a + b, 0);

async function untilReady(cluster: Cluster, count: number, what: string, part = 'web'): Promise<string> {
  const begun = performance.now();
  await until(async () => (await podsOf(cluster, part)).filter(isReady).length === count, LONG_MS, what);
  return seconds(begun);
}

/** The manifests filled in, without codes at sign-in and with a carrier on a private address. */
function filledIn(): string {
  const file = join(folder, 'parley.yaml');
  const text = readFileSync(join(import.meta.dirname, '../../ops/kubernetes/parley.yaml'), 'utf8')
    .replace(/database_url: .*/, `database_url: ${URL_OF_DATABASE}`)
    .replace(/secret_key: .*/, `secret_key: ${SECRET_KEY}`)
    .replaceAll('sms.example.com', 'sms.parley.test')
    .replace(/(\n +SIGN_UP: closed)/, "$1\n  MFA: 'off'\n  PRIVATE_CARRIERS: '1'");
  writeFileSync(file, text);
  return file;
}

const namespace = {
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: {
    name: 'parley',
    labels: Object.fromEntries(
      ['enforce', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
    ),
  },
};

/** A folder of this machine that every pod may write to, in the place of a file server. */
function volume(): object {
  const path = join(folder, 'imports');
  mkdirSync(path);
  chownSync(path, NOBODY, NOBODY);
  chmodSync(path, 0o770);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'imports' },
    spec: { capacity: { storage: '5Gi' }, accessModes: ['ReadWriteMany'], hostPath: { path } },
  };
}

async function install(cluster: Cluster): Promise<string> {
  const { kubectl } = cluster;
  const around = join(folder, 'around.json');
  writeFileSync(around, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [namespace, volume()] }));
  await kubectl('apply', '-f', around);
  const begun = performance.now();
  const applied = await kubectl('apply', '-f', filledIn());
  judge('applied without a warning, with "restricted" enforced', applied.stderr === '', applied.stderr);
  for (const each of ['web', 'worker'])
    await kubectl('rollout', 'status', `deployment/parley-${each}`, `--timeout=${LONG_MS / 1_000}s`);
  const pods = [...(await podsOf(cluster, 'web')), ...(await podsOf(cluster, 'worker'))];
  judge('every pod is ready', pods.filter(isReady).length === 4, `from "apply" in ${seconds(begun)}`);
  say(`     ${pods.map(({ metadata, spec }) => `${metadata.name} on ${spec.nodeName}`).join(', ')}`);
  judge('none was started twice', restartsOf(pods) === 0, restartsOf(pods));
  const { stdout } = await kubectl('get', 'service', 'parley', '-o', 'jsonpath={.spec.clusterIP}');
  return `http://${stdout}`;
}

/** What one process took from a visitor, another one reads: they share the volume. */
async function importPeople(ask: Client): Promise<void> {
  const list = String((await ask('lists/addList', { ListName: 'Imported' })).NEWListID);
  const form = new FormData();
  form.append('ListId', list);
  const numbers = Array.from({ length: 2_000 }, (_, n) => `312555${String(n).padStart(4, '0')}`);
  form.append('file', new Blob([`Phone\n${numbers.join('\n')}\n`]), 'people.csv');
  const { IMPORTID, MESSAGE } = await ask('imports/uploadFile', form);
  const id = { IMPORTID: String(IMPORTID) };
  await ask('imports/dryRun', { ...id, MAPPING: JSON.stringify([{ INDEX: 0, TARGET: 'phone' }]) });
  await ask('imports/start', { ...id, inpConsent: '1' });
  const progress = () => ask('imports/progress', id);
  await until(async () => (await progress()).STATE === 'done', LONG_MS, `the import (${MESSAGE})`);
  const { DONECOUNT } = await progress();
  judge('a worker imports what a web process took', DONECOUNT === numbers.length, `${DONECOUNT} people`);
}

async function askInside({ kubectl }: Cluster): Promise<void> {
  const command = ['sh', '-c', '/opt/parley/parley-*/bin/parley status'];
  const { stdout } = await kubectl('exec', 'deployment/parley-worker', '--', ...command);
  say(`     "parley status" in a pod: ${stdout.split('\n').slice(0, 2).join(' | ')}`);
}

type Visitors = ReturnType<typeof startVisitors>;

/** Does something while visitors come, and judges what they saw. */
async function under(visitors: Visitors, what: string, act: () => Promise<void>, mayFail = 0): Promise<void> {
  visitors.take();
  const begun = performance.now();
  await act();
  const { asked, slowest, failed } = visitors.take();
  const words = `${asked} requests in ${seconds(begun)}, ${failed.length} failed, slowest ${slowest} ms`;
  judge(what, failed.length <= mayFail, [words, ...failed.slice(0, 5)].join('\n       '));
}

async function rollOut(cluster: Cluster): Promise<void> {
  const both = ['deployment/parley-web', 'deployment/parley-worker'];
  await cluster.kubectl('rollout', 'restart', ...both);
  for (const each of both) await cluster.kubectl('rollout', 'status', each, `--timeout=${LONG_MS / 1_000}s`);
  // The old ones are still draining.
  await until(async () => (await podsOf(cluster, 'web')).length === 2, LONG_MS, 'the old ones are gone');
}

async function killPod(cluster: Cluster, part: string): Promise<void> {
  const [pod] = await podsOf(cluster, part);
  await cluster.kubectl('delete', 'pod', pod?.metadata.name ?? '', '--force', '--grace-period=0');
  say(`     another one is ready after ${await untilReady(cluster, 2, 'another pod', part)}`);
}

async function killContainer(cluster: Cluster): Promise<void> {
  const [pod] = await podsOf(cluster, 'web');
  const id = pod?.status.containerStatuses?.[0]?.containerID.replace('containerd://', '') ?? '';
  const before = restartsOf(await podsOf(cluster, 'web'));
  await cluster.killContainer(pod?.spec.nodeName ?? '', id);
  const isStartedAgain = async () => restartsOf(await podsOf(cluster, 'web')) > before;
  await until(isStartedAgain, LONG_MS, 'it is started again');
  say(`     started again, and ready after ${await untilReady(cluster, 2, 'the pod is ready again')}`);
}

async function deleteWorker(cluster: Cluster): Promise<void> {
  const [pod] = await podsOf(cluster, 'worker');
  const begun = performance.now();
  await cluster.kubectl('delete', 'pod', pod?.metadata.name ?? '');
  const took = (performance.now() - begun) / 1_000;
  judge('a worker that is told to stop is gone within its grace', took < GRACE_S - 5, `${took.toFixed(1)} s`);
  await untilReady(cluster, 2, 'another worker', 'worker');
}

const drain = ({ kubectl }: Cluster, node: string, patience: number) =>
  kubectl('drain', node, '--delete-emptydir-data', '--ignore-daemonsets', `--timeout=${patience}s`);

async function drainNode(cluster: Cluster): Promise<void> {
  const [first = '', second = ''] = cluster.nodes;
  await drain(cluster, second, 240);
  const pods = await podsOf(cluster, 'web');
  judge(
    'all serve on the other node',
    pods.every(({ spec }) => spec.nodeName === first),
    pods.map((pod) => pod.spec.nodeName),
  );
  await untilReady(cluster, 2, 'both are ready');
  const said = await drain(cluster, first, 45).then(
    () => 'it was drained',
    (error: { stderr?: string }) => String(error.stderr),
  );
  judge(
    'with no node left the last one that serves may not be evicted',
    said.includes('disruption budget'),
    said.split('\n').find((line) => line.includes('budget')) ?? said,
  );
  judge('and is ready', (await podsOf(cluster, 'web')).filter(isReady).length === 1);
  for (const node of cluster.nodes) await cluster.kubectl('uncordon', node);
  say(`     both ready after ${await untilReady(cluster, 2, 'both are ready')} with the nodes back`);
  await untilReady(cluster, 2, 'both workers are ready', 'worker');
}

async function withoutPostgres(cluster: Cluster): Promise<void> {
  const before = restartsOf(await podsOf(cluster, 'web'));
  await postgres.stop();
  say(`     PostgreSQL is stopped; no pod is ready after ${await untilReady(cluster, 0, 'not ready')}`);
  await sleep(60_000);
  const after = restartsOf(await podsOf(cluster, 'web'));
  judge('none was started again in a minute without PostgreSQL', after === before, after - before);
  await postgres.startAgain();
  say(`     PostgreSQL is back; both are ready after ${await untilReady(cluster, 2, 'ready again')}`);
  await untilReady(cluster, 2, 'both workers are ready', 'worker');
}

async function endBlast(
  db: Db,
  accountId: number,
  book: Awaited<ReturnType<typeof startBook>>,
): Promise<void> {
  await sql`update channels set segments_per_second = null where account_id = ${accountId}`.execute(db);
  const isDone = async () => (await readBlast(db, accountId, CAMPAIGN))?.state === 'done';
  await until(isDone, LONG_MS, 'the blast ends');
  await sleep(10_000);
  const found = await checkBlast(db, accountId, CAMPAIGN, await book.read(textOf(CAMPAIGN)));
  judge('of the blast nothing is lost and nothing doubled', isGood(found, people), found);
}

async function run(cluster: Cluster): Promise<void> {
  const base = await install(cluster);
  const { db, close } = openDatabase(URL_OF_DATABASE, 3);
  const book = await startBook(1, 0, { address: OUTSIDE, within: [], answerMs: 20 });
  const ask = client(() => base);
  const { accountId, listId } = await makeAccount(ask, db, people, book);
  await importPeople(ask);
  await askInside(cluster);
  await sql`update channels set segments_per_second = ${pace} where account_id = ${accountId}`.execute(db);
  await blast(db, ask, accountId, listId, CAMPAIGN);
  const out = async () => (await book.read(textOf(CAMPAIGN))).size;
  await until(async () => (await out()) > 0, LONG_MS, 'the first text');
  const visit = {
    path: '/session/api/lists/lists',
    headers: { cookie: ask.cookie(), 'content-type': 'application/x-www-form-urlencoded' },
    isGood: (status: number, body: string) => status === 200 && body.includes('"RESULT":1'),
  };
  const visitors = startVisitors(base, visit, { kept: 3, fresh: 3 });
  await sleep(2_000);
  await under(visitors, 'everything is rolled', () => rollOut(cluster));
  await under(visitors, 'a worker ends', () => deleteWorker(cluster));
  await under(visitors, 'a pod that serves is killed', () => killPod(cluster, 'web'), MANY);
  await under(visitors, 'a worker is killed', () => killPod(cluster, 'worker'));
  await under(visitors, 'a container is killed', () => killContainer(cluster), MANY);
  await under(visitors, 'nodes are drained', () => drainNode(cluster));
  say(`     ${await out()} of ${people} texts are out`);
  await under(visitors, 'PostgreSQL is away', () => withoutPostgres(cluster), MANY);
  await endBlast(db, accountId, book);
  await visitors.stop();
  await close();
}

try {
  await postgres.begin([]);
  const cluster = await startCluster(folder);
  await cluster.load(image);
  await run(cluster);
  say(failures === 0 ? 'PASS' : `FAIL: ${failures}`);
  process.exit(failures === 0 ? 0 : 1);
} catch (error) {
  say(
    error instanceof Error ? `${error.stack}${(error as { stderr?: string }).stderr ?? ''}` : String(error),
  );
  process.exit(1);
}
