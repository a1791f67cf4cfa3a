import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/** Where the development server passes calls on to; PARLEY_SERVER says otherwise. */
const SERVER = 'http://127.0.0.1:3000';

/** Libraries that change together and that every screen needs; the heavy rest stays with the screens that ask for it. */
const chunk = (name: string, packages: string) => ({
  name,
  test: new RegExp(`node_modules/(?:${packages})/`),
});

export default defineConfig(({ mode }) => {
  const forwarded = { target: loadEnv(mode, '.', 'PARLEY_').PARLEY_SERVER ?? SERVER, changeOrigin: false };
  return {
    plugins: [react()],
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
            ],
          },
        },
      },
    },
  };
});
