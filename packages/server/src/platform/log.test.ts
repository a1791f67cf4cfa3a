import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const LOG = pathToFileURL(join(import.meta.dirname, 'log.ts')).href;

test('at no level does the log have the headers of a request, nor what PostgreSQL quotes of a row', () => {
  const { stdout } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { createLog } from '${LOG}';
      const log = createLog('trace');
      log.trace({ busboyOptions: { headers: { cookie: 'parley_session=secret' }, limits: { files: 1 } } }, 'parsing');
      log.error({ err: Object.assign(new Error('duplicate'), { detail: 'Key (phone)=(+12125550100)' }) }, 'failed');`,
    ],
    { encoding: 'utf8' },
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { msg: 'parsing', busboyOptions: { limits: { files: 1 } } },
    { msg: 'failed', err: { message: 'duplicate' } },
  ]);
  expect(stdout).not.toMatch(/secret|5550100/);
});
