/**
 * `npm run release`: an archive for each platform, with checksums, into `release/`. Names of platforms behind
 * it make those alone; `--image` also builds the image for containers of each Linux archive that is named, of
 * the one for this machine's processor when none is, with buildah (on the base that BASE names).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildImage, processorsOfImages } from './image.ts';
import { PLATFORMS, type Platform, packRelease } from './pack.ts';
import { ROOT } from './parts.ts';
import { faultsOfBill } from './valid-bill.ts';

const given = process.argv.slice(2);
const out = join(ROOT, 'release');
const withImage = given.includes('--image');
const named = given.filter((word) => !word.startsWith('--'));
const wanted = PLATFORMS.filter(({ name }) => named.length === 0 || named.includes(name));
const unknown = named.filter((word) => !PLATFORMS.some(({ name }) => name === word));
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown: ${unknown.join(', ')}. Known: ${PLATFORMS.map(({ name }) => name).join(', ')}\n`,
  );
  process.exit(2);
}

async function make(platform: Platform): Promise<void> {
  const startedAt = Date.now();
  const archive = packRelease(platform, out);
  const bill = archive.replace(/\.tar\.gz$/, '.cdx.json');
  const faults = await faultsOfBill(JSON.parse(readFileSync(bill, 'utf8')));
  if (faults !== null) throw new Error(`${bill} is no valid CycloneDX: ${faults}`);
  const megabytes = (statSync(archive).size / 1e6).toFixed(0);
  process.stdout.write(`${archive}: ${megabytes} MB, ${((Date.now() - startedAt) / 1_000).toFixed(0)} s\n`);
}

/** Of all that lies there, as `sha256sum --check` reads it. */
function writeSums(): void {
  const files = readdirSync(out).filter((name) => /\.(tar\.gz|json)$/.test(name));
  const line = (name: string) =>
    `${createHash('sha256')
      .update(readFileSync(join(out, name)))
      .digest('hex')}  ${name}\n`;
  writeFileSync(join(out, 'SHA256SUMS'), files.sort().map(line).join(''));
}

if (named.length === 0) rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const platform of wanted) await make(platform);
if (withImage) for (const cpu of processorsOfImages(named)) buildImage(out, cpu, process.env.BASE);
writeSums();
