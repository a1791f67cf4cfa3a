import '@fontsource-variable/inter/wght.css';
import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import '@mantine/spotlight/styles.layer.css';
import './kit/base.css';
import './kit/print.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { SCREEN } from '@parley/rules/limits.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { hideBelowDialogs } from './app/below-dialogs.ts';
import { keepFocusOfBusyButtons } from './app/busy-focus.ts';
import { tellListPickers } from './app/list-pickers.ts';
import { keepFocusOfRows } from './app/lost-focus.ts';
import { watchStyles } from './app/lost-styles.ts';
import { root } from './app/root-element.ts';
import { pathInHash, router } from './app/router.tsx';
import { dropSecondClicks } from './app/second-click.ts';
import { watchSession } from './app/session-life.ts';
import { logFailure } from './data/log.ts';
import { queryClient } from './data/query-client.ts';
import { saveOnLeave } from './data/use-save.ts';
import { cssVariables, theme } from './kit/theme.ts';

/** Older links have the path behind a hash; a hosting page may name the screen to open. */
function openWantedPath(): void {
  const wanted = pathInHash(location.hash) ?? (location.pathname === '/' ? root.targetPath : null);
  if (wanted && wanted !== location.pathname) {
    router.navigate(wanted, { replace: true }).catch((error) => logFailure(wanted, error));
  }
}

/** Another product's service worker at this address would keep serving its old pages. */
async function dropServiceWorkers(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}

watchSession();
watchStyles();
saveOnLeave();
dropSecondClicks();
keepFocusOfBusyButtons();
keepFocusOfRows(root.element);
tellListPickers();
hideBelowDialogs(root.element);
openWantedPath();
window.addEventListener('hashchange', openWantedPath);
dropServiceWorkers().catch((error) => logFailure('service worker', error));

createRoot(root.element).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        {/* One that goes leaves at once: while it faded there would be one more than may be. */}
        <Notifications limit={SCREEN.toasts} position="bottom-right" transitionDuration={0} />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
