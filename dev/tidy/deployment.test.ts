/** The files that Parley is deployed with name settings, addresses and programs that are there. */
import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../../packages/server/src/platform/config.ts';
import { READY_WITHIN_MS } from '../../packages/server/src/platform/http/health.ts';
import { slipsIn } from '../../packages/server/src/platform/settings.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const DATABASE_URL = 'postgres://parley:password@database:5432/parley';

type Environment = Record<string, string>;

/** Settings as they stand in a file, with what the named secrets hold. */
function accepted(environment: Environment): void {
  const known = { ...environment, DATABASE_URL, DATABASE_URL_FILE: '', SECRET_KEY_FILE: '' };
  expect(slipsIn(environment)).toEqual([]);
  expect(() => readConfig(known, [])).not.toThrow();
  const names = Object.keys(environment).map((name) => name.replace(/_FILE$/, ''));
  expect(names.filter((name) => !read('.env.example').includes(`#${name}=`))).toEqual([]);
}

it('the compose file has settings that there are, secrets that it declares, and a root that is not written', () => {
  const { services, secrets, volumes, configs } = parse(read('ops/container/compose.yaml'));
  const { parley, database } = services;
  accepted(parley.environment);
  expect(parley).toMatchObject({ image: `parley:${version}-amd64`, read_only: true, cap_drop: ['ALL'] });
  // Who the image makes itself is a superuser: Parley is to be another.
  expect(database.environment).not.toHaveProperty('POSTGRES_USER');
  expect(database.configs).toEqual([expect.objectContaining({ source: 'role' })]);
  expect(read(`ops/container/${configs.role.file}`)).toMatch(/^create role parley login password/m);
  const files = Object.entries(parley.environment as Environment).filter(([name]) => name.endsWith('_FILE'));
  expect(files.map(([, path]) => path.replace('/run/secrets/', ''))).toEqual(parley.secrets);
  for (const service of Object.values<{ secrets: string[]; volumes: string[] }>(services)) {
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(service.secrets));
    expect(Object.keys(volumes)).toEqual(
      expect.arrayContaining(service.volumes.map((each) => each.split(':')[0])),
    );
  }
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

it.runIf(hasOpenssl)(
  'what the head of the compose file makes in its folder are the secrets that it reads',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
    try {
      const text = read('ops/container/compose.yaml');
      expect(text).toMatch(/in the folder of this file:\n# {3}mkdir -p secrets\n/);
      const head = [...text.matchAll(/^# {3}(.*)$/gm)].map(([, command]) => command).join('\n');
      expect(spawnSync('sh', ['-ec', head], { cwd: folder }).status).toBe(0);
      const { secrets } = parse(text) as { secrets: Record<string, { file: string }> };
      const made = Object.values(secrets).map(({ file }) => readFileSync(join(folder, file), 'utf8').trim());
      expect(made.filter((secret) => secret.length < 32)).toEqual([]);
      const password = readFileSync(join(folder, 'secrets/parley_password'), 'utf8').trim();
      const url = readFileSync(join(folder, 'secrets/database_url'), 'utf8');
      expect(url).toBe(`postgres://parley:${password}@database:5432/parley`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

/**
 * One round of the loop of backups, with a pg_dump that ends so: how long it would pause, and what is left.
 */
function backUpOnce(status: 0 | 1) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-backups-'));
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  try {
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const old = join(backups, 'parley-2020-01-01-0000.dump');
    writeFileSync(old, '');
    utimesSync(old, 0, 0);
    program('pg_dump', `for last; do :; done; : > "\${last#--file=}"; exit ${status}`);
    program('sleep', 'echo "pause $1"; kill $PPID');
    const [script = ''] = parse(read('ops/container/compose.yaml')).services.backup.command as string[];
    const { stdout } = spawnSync(
      '/bin/sh',
      ['-ec', script.replaceAll('$$', '$').replaceAll('/backups', backups)],
      { env: { PATH: `${folder}:/usr/bin:/bin` }, encoding: 'utf8' },
    );
    const left = readdirSync(backups);
    return {
      paused: stdout.trim(),
      isOldKept: left.includes('parley-2020-01-01-0000.dump'),
      files: left.length,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

it.runIf(process.platform === 'linux')(
  'the backups of the compose file go on after one that failed, and only a new one takes the place of an old one',
  () => {
    expect(backUpOnce(0)).toEqual({ paused: 'pause 86400', isOldKept: false, files: 1 });
    expect(backUpOnce(1)).toEqual({ paused: 'pause 600', isOldKept: true, files: 1 });
  },
);

type Container = {
  name: string;
  image: string;
  env: { name: string; value: string }[];
  volumeMounts: { name: string; mountPath: string }[];
  ports: { name: string; containerPort: number }[];
  readinessProbe: Probe;
  livenessProbe: Probe;
};
type Probe = { timeoutSeconds?: number };
type Resource = {
  kind: string;
  metadata: { name: string };
  data?: Environment;
  stringData?: Environment;
  spec: {
    selector: { matchLabels: object };
    template: {
      metadata: { labels: object };
      spec: {
        containers: Container[];
        volumes: { name: string }[];
        terminationGracePeriodSeconds: number;
      };
    };
  };
};

function manifests() {
  const all = parseAllDocuments(read('ops/kubernetes/parley.yaml')).map((each) => {
    expect(each.errors).toEqual([]);
    return each.toJS() as Resource;
  });
  return (kind: string) => all.filter((each) => each.kind === kind);
}

it('the manifests for Kubernetes have settings that there are, and name what they declare', () => {
  const of = manifests();
  const [settings] = of('ConfigMap').map(({ data }) => data ?? {});
  const [secrets] = of('Secret').map(({ stringData }) => stringData ?? {});
  accepted({ ...settings });
  const files = Object.entries(settings ?? {}).filter(([name]) => name.endsWith('_FILE'));
  expect(files.map(([, path]) => path.split('/').at(-1))).toEqual(Object.keys(secrets ?? {}));
  expect(secrets?.secret_key?.length).toBeGreaterThanOrEqual(32);
  expect(of('Deployment').map(({ metadata }) => metadata.name)).toEqual(['parley-web', 'parley-worker']);
  for (const { spec } of of('Deployment')) {
    const { metadata, spec: pod } = spec.template;
    expect(spec.selector.matchLabels).toEqual(metadata.labels);
    for (const { env, image, volumeMounts, ports } of pod.containers) {
      accepted(Object.fromEntries(env.map(({ name, value }) => [name, value])));
      expect(image).toBe(`parley:${version}-amd64`);
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(
        pod.volumes.map(({ name }) => name).toSorted(),
      );
      expect(ports).toEqual([{ name: 'http', containerPort: Number(readPort()) }]);
    }
  }
});

it('Kubernetes waits for what the server may take: to say that it is not ready, to drain and to end', () => {
  const of = manifests();
  const drain = Number(of('ConfigMap')[0]?.data?.DRAIN_SECONDS);
  for (const { metadata, spec } of of('Deployment')) {
    const { containers, terminationGracePeriodSeconds } = spec.template.spec;
    expect(terminationGracePeriodSeconds).toBeGreaterThan(drain + 10);
    for (const { readinessProbe, livenessProbe } of containers) {
      expect((readinessProbe.timeoutSeconds ?? 1) * 1_000).toBeGreaterThan(READY_WITHIN_MS);
      expect(livenessProbe.timeoutSeconds ?? 1).toBeGreaterThan(1);
    }
    // One of each at a time is taken away for a node that is emptied.
    const budget = of('PodDisruptionBudget').find(({ metadata: { name } }) => name === metadata.name);
    expect(budget?.spec.selector).toEqual(spec.selector);
    expect(budget?.spec).toMatchObject({ maxUnavailable: 1 });
  }
});

const readPort = () => /PORT=(\d+)/.exec(read('ops/container/Dockerfile'))?.[1];

it('the Dockerfile names no user of root’s power and starts what a release has', () => {
  const file = read('ops/container/Dockerfile');
  expect(file).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(file).toMatch(/^HEALTHCHECK .*parley-\*\/bin\/parley health$/m);
  expect(file).toMatch(/^ARG BASE=debian:\d+-slim$/m);
});

const promtool =
  [
    join(process.env.PEERS_HOME ?? join(tmpdir(), 'sms-peers'), 'prometheus/usr/bin/promtool'),
    'promtool',
  ].find((program) => spawnSync(program, ['--version']).status === 0) ?? '';

it.runIf(promtool !== '')('the alerts rise when they should, as Prometheus itself tries them', () => {
  const file = join(ROOT, 'ops/prometheus-rules.test.yml');
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', file], { encoding: 'utf8' });
  expect({ status, said: stdout + stderr }).toMatchObject({ status: 0 });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

it.runIf(hasSystemd)('systemd finds nothing wrong with the units', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-units-'));
  try {
    const files = ['parley.service', 'parley.socket'].map((name) => {
      const file = join(folder, name);
      // It wants to find the program, which is not installed where the tests run.
      writeFileSync(file, read(`ops/systemd/${name}`).replace('/opt/parley/current/bin/parley', '/bin/true'));
      return file;
    });
    const told = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
    expect(told.stderr.split('\n').filter((line) => line.includes('parley'))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
