import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isSignedIn } from '../data/session.ts';
import { hasUnsaved } from '../data/unsaved.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { wordings } from './wordings.ts';

/** Another tab or step of the same screen loses nothing; whoever is signed out has no say any more. */
const holds = () => isSignedIn() && hasUnsaved();

/** Asks before a link, Back or a reload takes what a form holds unsent. */
export function AskBeforeLeaving() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && holds(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <ConfirmDialog
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={wordings.askBeforeLeaving.question}
      confirmLabel={wordings.askBeforeLeaving.leave}
      cancelLabel={wordings.askBeforeLeaving.stay}
      onConfirm={() => blocker.proceed?.()}
    >
      {wordings.askBeforeLeaving.willBeLost}
    </ConfirmDialog>
  );
}
