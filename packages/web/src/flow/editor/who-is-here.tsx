import { Tooltip, VisuallyHidden } from '@mantine/core';
import { Face } from '../../kit/face.tsx';
import { useOthersChanges } from './others-changes.tsx';
import { useBeHere, useIsSomebodyAt, useNamesHere } from './others-here.ts';
import classes from './who-is-here.module.css';
import { wordings } from './wordings.ts';

/** Beside the state of the campaign: who else has it open. */
export function WhoIsHere() {
  useBeHere();
  useOthersChanges();
  const names = useNamesHere();
  return (
    <span role="status" className={classes.here}>
      {names.length > 0 && (
        <>
          <Faces names={names} />
          {wordings.others.alsoHere(listed(names))}
        </>
      )}
    </span>
  );
}

/** On a step's card: who has it open. */
export function WhoIsAtStep({ step }: { step: number }) {
  return useIsSomebodyAt(step) ? <AtStep step={step} /> : null;
}

function AtStep({ step }: { step: number }) {
  const names = useNamesHere(step);
  const words = wordings.others.atThisStep(listed(names));
  return (
    <Tooltip label={words}>
      <span className={classes.at}>
        <VisuallyHidden>{words}</VisuallyHidden>
        <Faces names={names} />
      </span>
    </Tooltip>
  );
}

const MOST_FACES = 3;

const Faces = ({ names }: { names: string[] }) => (
  <span className={classes.faces} aria-hidden>
    {names.slice(0, MOST_FACES).map((name) => (
      <Face key={name} name={name} />
    ))}
  </span>
);

const listed = (names: string[]) => new Intl.ListFormat('en').format(names);
