import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';

/** Where the development server passes calls on to; PARLEY_SERVER says otherwise. */
const SERVER = 'http://127.0.0.1:3000';

/**
 * Libraries that change together and that every screen needs; the heavy rest stays with the screens that ask
 * for it.
 */
const chunk = (name: string, packages: string) => ({
  name,
  test: new RegExp(`node_modules/(?:${packages})/`),
});

/** What gains from packing; pictures and fonts are packed already. */
const TEXT = /\.(?:js|css|html|svg)$/;
/** Below this many bytes it all fits into one packet either way. */
const WORTH_PACKING = 1200;

/**
 * Lays a packed twin or two beside each file of the built app (`.br` and `.gz`), which the server sends to
 * browsers that take them: the app is a third as big on the line. Browsers take Brotli over HTTPS only.
 */
function packed(): Plugin {
  const brotli = promisify(brotliCompress);
  const gz = promisify(gzip);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  return {
    name: 'packed',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => TEXT.test(file));
      await Promise.all(
        files.map(async (file) => {
          const path = join(dir, file);
          const plain = readFileSync(path);
          if (plain.length < WORTH_PACKING) return;
          writeFileSync(`${path}.br`, await brotli(plain, { params }));
          writeFileSync(`${path}.gz`, await gz(plain, { level: 9 }));
        }),
      );
    },
  };
}

/**
 * The component library searches the page for shadow roots; ours has none, and src/kit/find-element.ts does
 * without them. A library that does it in another place is to be looked at again, so the build fails.
 */
function withoutShadowRoots(): Plugin {
  let isReplaced = false;
  return {
    name: 'without-shadow-roots',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: /\/find-element-in-shadow-dom\.mjs$/ },
      handler() {
        isReplaced = true;
        return join(import.meta.dirname, 'src/kit/find-element.ts');
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error('src/kit/find-element.ts stands in for nothing any more.');
    },
  };
}

export default defineConfig(({ mode }) => {
  const forwarded = { target: loadEnv(mode, '.', 'PARLEY_').PARLEY_SERVER ?? SERVER, changeOrigin: false };
  return {
    plugins: [withoutShadowRoots(), react(), packed()],
    server: {
      proxy: {
        '/session': { ...forwarded, ws: true },
        '/api': forwarded,
        '/carriers': forwarded,
        '/s/': forwarded,
      },
    },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      sourcemap: false,
      chunkSizeWarningLimit: 700,
      // Inlined assets would need data: in more directives of the content security policy.
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              chunk(
                'react',
                'react|react-dom|scheduler|react-router|@tanstack/react-query|@tanstack/query-core|zustand',
              ),
              chunk('mantine', '@mantine/(?:core|hooks|notifications|modals|store)|@floating-ui/[^/]+'),
              chunk('dnd', '@dnd-kit/[^/]+'),
              // Small things that several screens use: as files of their own they would be a request each,
              // dozens for one screen.
              { ...chunk('icons', '@tabler/icons-react'), minShareCount: 2 },
              { name: 'common', test: /packages\/web\/src\/(?:data|kit)\//, minShareCount: 8 },
            ],
          },
        },
      },
    },
  };
});
