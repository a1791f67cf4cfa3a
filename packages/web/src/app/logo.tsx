import { Link } from 'react-router';
import classes from './logo.module.css';

export function Logo() {
  return (
    <Link to="/welcome" className={classes.logo} aria-label="Parley, home">
      <img src="/favicon.svg" alt="" width={28} height={28} />
      <span className={classes.name}>Parley</span>
    </Link>
  );
}
