import { Link } from 'react-router';
import classes from './logo.module.css';
import { wordings } from './wordings.ts';

export function Logo() {
  return (
    <Link to="/welcome" className={classes.logo} aria-label={wordings.logo.parleyHome}>
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span className={classes.name}>{wordings.shared.parley}</span>
    </Link>
  );
}
