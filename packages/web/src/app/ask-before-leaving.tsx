import { useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { isSignedIn } from '../data/session.ts';
import { askBeforeLeaving, hasUnsaved, type LeavingQuestion, useLeaving } from '../data/unsaved.ts';
import { ABOVE_DIALOGS, ConfirmDialog } from '../kit/dialogs.tsx';
import { wordings } from './wordings.ts';

/** Another tab or step of the same screen loses nothing; whoever is signed out has no say any more. */
const holds = () => isSignedIn() && hasUnsaved();

/** Asks before a link, Back, a reload or the end of a dialog takes what is typed and not sent. */
export function AskBeforeLeaving() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && holds(),
  );
  useEffect(() => {
    if (blocker.state === 'blocked')
      askBeforeLeaving({ isDialog: false, leave: blocker.proceed, stay: blocker.reset });
  }, [blocker]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const question = useLeaving((leaving) => leaving.question);
  return question && <Question {...question} />;
}

/** Comes last, and so hears Escape after the dialog that it is about. */
function Question({ isDialog, leave, stay, field: given }: LeavingQuestion) {
  const [field] = useState(() => given ?? document.activeElement);
  useEffect(
    () => () => (field instanceof HTMLElement && field.isConnected ? field.focus() : undefined),
    [field],
  );
  const end = (then: () => void) => {
    askBeforeLeaving(null);
    then();
  };
  const words = wordings.askBeforeLeaving;
  return (
    <ConfirmDialog
      opened
      onClose={() => end(stay)}
      title={words.question}
      confirmLabel={words.leave}
      cancelLabel={words.stay}
      onConfirm={() => end(leave)}
      zIndex={ABOVE_DIALOGS}
    >
      {isDialog ? words.typedWillBeLost : words.willBeLost}
    </ConfirmDialog>
  );
}
