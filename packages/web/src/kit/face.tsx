import { IconUser } from '@tabler/icons-react';
import classes from './face.module.css';

const LETTER = /\p{L}/u;

/** A person in a list of people: the first letter of their name. For the eye; the name stands beside it. */
export function Face({ name }: { name: string }) {
  const letter = LETTER.exec(name)?.[0].toLocaleUpperCase();
  return (
    <span className={classes.face} aria-hidden>
      {letter ?? <IconUser size={18} stroke={1.5} />}
    </span>
  );
}
