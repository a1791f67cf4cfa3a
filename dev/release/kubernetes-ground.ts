/**
 * A Kubernetes of its own: a control plane and two nodes, each node a network with its own processes, mounts,
 * containerd and kubelet. All of it lives in namespaces and goes with them; groups of processes, which no
 * namespace hides, are removed at the end. Nothing is pulled.
 */
import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { say, until } from '../faults/ground.ts';

const INSIDE = 'PARLEY_OWN_NAMESPACES';
const CGROUPS = '/sys/fs/cgroup';
const GROUP = 'parley-kubernetes';
/** The bridge’s own address, by which everything outside of the nodes is reached (dev/faults/networks.ts). */
export const OUTSIDE = '10.77.0.254';
const API = `https://${OUTSIDE}:6443`;
const SERVICES = '10.96.0.0/16';
const TOKEN = 'only-this-run-knows-it';
const PAUSE = 'localhost/pause:1';
const READY_MS = 300_000;
/** What kubelet and containerd want below /var/lib; nodes lay a file system of their own over each. */
const PLACES = ['/var/lib/kubelet', '/var/lib/cni'];
/** What kubelet sets in the kernel, for all of the machine. */
const KERNEL = ['vm/overcommit_memory', 'vm/panic_on_oom', 'kernel/panic', 'kernel/panic_on_oops']
  .concat(['kernel/keys/root_maxkeys', 'kernel/keys/root_maxbytes'])
  .map((name) => `/proc/sys/${name}`);
const PROGRAMS =
  'etcd containerd ctr runc buildah cc iptables kube-apiserver kube-controller-manager kube-scheduler kubelet kube-proxy kubectl';

/** Runs this program again in namespaces of its own and ends with it; inside it answers the run’s folder. */
export function enterNamespaces(): string {
  const given = process.env[INSIDE];
  if (given !== undefined) {
    execFileSync('ip', ['link', 'set', 'lo', 'up']);
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
    return given;
  }
  const missing = PROGRAMS.split(' ').filter((name) => spawnSync('which', [name]).status !== 0);
  if (missing.length > 0) throw new Error(`Not on the PATH: ${missing.join(', ')}.`);
  const folder = mkdtempSync(join(tmpdir(), 'parley-k8s-'));
  execFileSync('chmod', ['755', folder]);
  const kernel = KERNEL.filter(existsSync).map((path) => [path, readFileSync(path)] as const);
  // An interrupt ends what is inside, and this puts all back.
  process.on('SIGINT', () => undefined);
  for (const place of PLACES) mkdirSync(place, { recursive: true });
  const apart = ['--mount', '--net', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const { status } = spawnSync('unshare', [...apart, process.execPath, ...process.argv.slice(1)], {
    env: { ...process.env, [INSIDE]: folder },
    stdio: 'inherit',
  });
  for (const [path, value] of kernel) writeFileSync(path, value);
  for (const place of PLACES) quietly(() => rmdirSync(place));
  for (const each of groupsOf('')) removeGroup(each);
  if (status === 0) rmSync(folder, { recursive: true, force: true });
  else say(`what the programs said is in ${folder}`);
  process.exit(status ?? 1);
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Nodes are the hosts 2 and 3 of `openHosts`. */
export async function startCluster(folder: string) {
  const config = join(folder, 'kubeconfig');
  writeFileSync(config, JSON.stringify(kubeconfig()));
  const begin = beginner(folder);
  const kubectl = async (...args: string[]) =>
    promisify(execFile)('kubectl', ['--kubeconfig', config, ...args], { maxBuffer: 1 << 28 });
  await startControlPlane(folder, config, begin);
  await until(
    async () => (await kubectl('get', '--raw', '/readyz')).stdout === 'ok',
    READY_MS,
    'the API server',
  );
  const pause = buildPause(folder);
  const nodes = [2, 3].map((n) => ({
    n,
    name: `node-${n}`,
    socket: join(folder, `node-${n}/containerd.sock`),
  }));
  for (const { n } of nodes) begin(`node-${n}`, ...nodeCommand(folder, config, n));
  const load = async (file: string) => {
    for (const { socket } of nodes) await ctr(socket, 'images', 'import', file);
  };
  /** Its first process ends as when the kernel has no memory left for it; the pod stays. */
  const killContainer = async (node: string, id: string) => {
    const { socket } = nodes.find(({ name }) => name === node) ?? { socket: '' };
    await ctr(socket, 'tasks', 'kill', '--signal', 'SIGKILL', id);
  };
  for (const { socket } of nodes) await until(async () => existsSync(socket), READY_MS, 'containerd');
  await load(pause);
  route();
  const areReady = async () => {
    const { stdout } = await kubectl('get', 'nodes', '--no-headers');
    return stdout.match(/\bReady\b/g)?.length === nodes.length;
  };
  await until(areReady, READY_MS, 'the nodes are ready');
  const { stdout } = await kubectl('get', 'nodes', '-o', 'wide', '--no-headers');
  say(stdout.trim());
  return { kubectl, load, killContainer, nodes: nodes.map(({ name }) => name) };
}

const ctr = (socket: string, ...args: string[]) =>
  promisify(execFile)('ctr', ['--address', socket, '--namespace', 'k8s.io', ...args]);

type Begin = (name: string, program: string, ...args: string[]) => ChildProcess;

/** Starts programs whose words go to files, and ends the run when one of them ends. */
function beginner(folder: string): Begin {
  return (name, program, ...args) => {
    const log = openSync(join(folder, `${name}.log`), 'w');
    const child = spawn(program, args, { stdio: ['ignore', log, log] });
    closeSync(log);
    child.once('exit', (code) => {
      say(`${name} ended with ${code}:`);
      say(readFileSync(join(folder, `${name}.log`), 'utf8').slice(-2_000));
      process.exit(1);
    });
    return child;
  };
}

function kubeconfig(): object {
  const [cluster, user, context] = ['here', 'everybody', 'here'];
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: cluster, cluster: { server: API, 'insecure-skip-tls-verify': true } }],
    users: [{ name: user, user: { token: TOKEN } }],
    contexts: [{ name: context, context: { cluster, user, namespace: 'parley' } }],
    'current-context': context,
  };
}

async function startControlPlane(folder: string, config: string, begin: Begin): Promise<void> {
  const [key, tokens] = [join(folder, 'accounts.pem'), join(folder, 'tokens.csv')];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  writeFileSync(tokens, `${TOKEN},everybody,1,"system:masters"\n`);
  const [clients, peers] = ['http://127.0.0.1:2379', 'http://127.0.0.1:2380'];
  begin(
    'etcd',
    'etcd',
    ...['--data-dir', '/run/etcd', '--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...[
      '--listen-peer-urls',
      peers,
      '--initial-advertise-peer-urls',
      peers,
      '--initial-cluster',
      `default=${peers}`,
    ],
  );
  begin(
    'kube-apiserver',
    'kube-apiserver',
    ...[
      `--etcd-servers=${clients}`,
      `--service-cluster-ip-range=${SERVICES}`,
      `--advertise-address=${OUTSIDE}`,
    ],
    ...[
      `--token-auth-file=${tokens}`,
      '--authorization-mode=RBAC',
      `--cert-dir=${join(folder, 'certificates')}`,
    ],
    ...['--service-account-issuer=https://here', `--service-account-key-file=${key}`],
    `--service-account-signing-key-file=${key}`,
    '--kubelet-preferred-address-types=InternalIP',
  );
  const common = [`--kubeconfig=${config}`, '--leader-elect=false'];
  begin(
    'kube-controller-manager',
    'kube-controller-manager',
    ...[...common, `--service-account-private-key-file=${key}`],
  );
  begin('kube-scheduler', 'kube-scheduler', ...common);
}

/** An image that only waits: what a pod’s namespaces are held by. */
function buildPause(folder: string): string {
  const [source, program, file] = ['pause.c', 'pause', 'pause.tar'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(source, '#include <unistd.h>\nint main(void) { for (;;) pause(); }\n');
  execFileSync('cc', ['-static', '-O1', '-o', program, source]);
  const store = ['--root', join(folder, 'images'), '--runroot', '/run/images', '--storage-driver', 'vfs'];
  const buildah = (...args: string[]) =>
    execFileSync('buildah', [...store, ...args], { encoding: 'utf8' }).trim();
  const container = buildah('from', 'scratch');
  buildah('copy', container, program, '/pause');
  buildah('config', '--entrypoint', '["/pause"]', '--user', '65535:65535', container);
  buildah('commit', '--quiet', container, PAUSE);
  buildah('push', PAUSE, `docker-archive:${file}:${PAUSE}`);
  return file;
}

/** Containerd, kubelet and kube-proxy in namespaces of the node, whose first process is a shell. */
function nodeCommand(folder: string, config: string, n: number): [string, ...string[]] {
  const place = join(folder, `node-${n}`);
  mkdirSync(join(place, 'cni'), { recursive: true });
  const json = (name: string, value: object) => writeFileSync(join(place, name), JSON.stringify(value));
  json('cni/10-pods.conflist', network(place, n));
  json('kubelet.json', kubeletConfiguration(place, n));
  json('kube-proxy.json', proxyConfiguration(config, n));
  writeFileSync(join(place, 'containerd.toml'), containerdConfiguration(place));
  for (const each of groupsOf(`node-${n}`)) makeGroup(each);
  const script = `
    mount --make-rshared /
    for place in /run /var/log ${PLACES.join(' ')}; do mount -t tmpfs tmpfs $place; done
    containerd --config ${place}/containerd.toml >${place}/containerd.log 2>&1 &
    until [ -S ${place}/containerd.sock ]; do sleep 0.2; done
    kubelet --config ${place}/kubelet.json --kubeconfig ${config} --hostname-override node-${n} \
      --node-ip 10.77.0.${n} --cert-dir ${place}/certificates >${place}/kubelet.log 2>&1 &
    kube-proxy --config ${place}/kube-proxy.json >${place}/kube-proxy.log 2>&1 &
    wait -n || true
    tail -n 20 ${place}/*.log`;
  // Not by "ip netns exec", which would lay a new /sys over the groups of processes.
  const apart = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  return ['nsenter', `--net=/run/netns/parley-${n}`, ...apart, 'bash', '-euc', script];
}

const podsOf = (n: number) => `10.244.${n}.0/24`;

function network(place: string, n: number): object {
  const ipam = {
    type: 'host-local',
    ranges: [[{ subnet: podsOf(n) }]],
    routes: [{ dst: '0.0.0.0/0' }],
    dataDir: join(place, 'addresses'),
  };
  return {
    cniVersion: '0.4.0',
    name: 'pods',
    plugins: [{ type: 'bridge', bridge: 'cni0', isGateway: true, ipMasq: true, ipam }],
  };
}

function kubeletConfiguration(place: string, n: number): object {
  return {
    kind: 'KubeletConfiguration',
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${GROUP}/node-${n}`,
    enforceNodeAllocatable: ['none'],
    containerRuntimeEndpoint: `unix://${join(place, 'containerd.sock')}`,
    failSwapOn: false,
    failCgroupV1: false,
    evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
    imageGCHighThresholdPercent: 100,
    volumePluginDir: join(place, 'volume-plugins'),
  };
}

function proxyConfiguration(config: string, n: number): object {
  return {
    kind: 'KubeProxyConfiguration',
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    clientConnection: { kubeconfig: config },
    hostnameOverride: `node-${n}`,
    mode: 'iptables',
    clusterCIDR: '10.244.0.0/16',
    // These belong to the whole kernel.
    conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
  };
}

const containerdConfiguration = (place: string) => `version = 2
root = "${place}/containerd"
state = "/run/containerd"
[grpc]
  address = "${place}/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
  path = "${place}/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${place}/cni"
`;

/** From outside to the pods of each node, to services through the first, and between the nodes. */
function route(): void {
  const ip = (...args: string[]) => execFileSync('ip', args);
  ip('route', 'add', SERVICES, 'via', '10.77.0.2');
  for (const [n, other] of [
    [2, 3],
    [3, 2],
  ] as const) {
    ip('route', 'add', podsOf(n), 'via', `10.77.0.${n}`);
    ip('-n', `parley-${n}`, 'route', 'add', podsOf(other), 'via', `10.77.0.${other}`);
    ip('-n', `parley-${n}`, 'route', 'add', 'default', 'via', OUTSIDE);
  }
}

/** The folder of a group in each hierarchy; in the second version of the kernel’s groups there is one. */
function groupsOf(name: string): string[] {
  const isNew = existsSync(join(CGROUPS, 'cgroup.controllers'));
  const hierarchies = isNew ? ['.'] : readdirSync(CGROUPS);
  return hierarchies.map((each) => join(CGROUPS, each, GROUP, name));
}

function makeGroup(path: string): void {
  quietly(() => mkdirSync(path, { recursive: true }));
  // An empty set of processors would let nothing in.
  for (const each of [join(path, '..'), path])
    for (const file of ['cpuset.cpus', 'cpuset.mems'])
      quietly(() => writeFileSync(join(each, file), readFileSync(join(path, '../..', file))));
}

function removeGroup(path: string): void {
  if (!existsSync(path)) return;
  for (const each of readdirSync(path, { withFileTypes: true }))
    if (each.isDirectory()) removeGroup(join(path, each.name));
  quietly(() => rmdirSync(path));
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // Not of this kernel, or gone already.
  }
}
