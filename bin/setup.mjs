/**
 * Makes a clone ready to run: installs the parts that the lock file names and builds the web app, each only
 * when it is missing or stale. Plain JavaScript without dependencies, because it runs before there are any,
 * on Node 20.19 or newer.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chooseNode, thisMachine } from './node-choice.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const WINDOWS = process.platform === 'win32';
const MODULES = join(ROOT, 'node_modules');
const BIN = join(MODULES, '.bin');
/** What the web app is made of. */
const WEB_SOURCES = ['packages/rules', 'packages/engine', 'packages/contract', 'packages/web'];

/** Installs and builds what is missing; prints only when there is something to do. */
export function setUp() {
  requireNode();
  const manifests = ['package.json', 'package-lock.json', ...workspaceManifests()];
  once(join(MODULES, '.parley-installed'), hashOf(manifests), 'Installing the parts …', install);
  const sources = WEB_SOURCES.flatMap((folder) => filesBelow(join(ROOT, folder, 'src')));
  const inputs = [
    ...sources,
    join(ROOT, 'packages/web/index.html'),
    join(ROOT, 'packages/web/vite.config.ts'),
    join(ROOT, 'package-lock.json'),
  ];
  once(join(ROOT, 'packages/web/dist', '.parley-built'), hashOf(inputs), 'Building the web app …', build);
}

/**
 * The Node that runs the TypeScript of the server. @throws Error that says what to install, where there is
 * none.
 */
export function modernNode() {
  const chosen = chooseNode(thisMachine(), (name) => existsSync(join(MODULES, name, 'package.json')));
  return chosen ? join(MODULES, chosen.name, chosen.file) : process.execPath;
}

/**
 * The environment for a program of ours: Node keeps there what it has compiled, which halves the cost of the
 * next start.
 */
export function programEnvironment() {
  return { NODE_COMPILE_CACHE: join(MODULES, '.cache/compiled'), ...process.env };
}

/** The same with the project's own Node and tools first on the path. */
export function toolEnvironment() {
  const separator = WINDOWS ? ';' : ':';
  return { ...programEnvironment(), PATH: [dirname(modernNode()), BIN, process.env.PATH].join(separator) };
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(`Parley needs Node 20.19 or newer, this is ${process.versions.node}.`);
}

function workspaceManifests() {
  return readdirSync(join(ROOT, 'packages')).map((name) => `packages/${name}/package.json`);
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(resolve(ROOT, file)));
  return hash.digest('hex');
}

/** Runs `work` unless the mark says that it was done for the same inputs. */
function once(mark, fingerprint, message, work) {
  if (existsSync(mark) && readFileSync(mark, 'utf8') === fingerprint) return;
  process.stdout.write(`${message}\n`);
  work();
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, fingerprint);
}

function install() {
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], process.env);
  // npm takes a Node for glibc here, and its scripts would find that one before the system's.
  if (thisMachine().libc === 'musl') rmSync(join(BIN, 'node'), { force: true });
}

function build() {
  // Two hundred file names are of no use to who starts it.
  const quiet = ['--', '--logLevel', 'error'];
  run('npm', ['run', 'build', '--workspace', '@parley/web', '--silent', ...quiet], toolEnvironment());
}

function run(command, args, env) {
  const result = spawnSync(command, args, {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: WINDOWS,
  });
  if (result.status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    setUp();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
