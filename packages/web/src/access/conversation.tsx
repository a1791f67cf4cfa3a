import classes from './conversation.module.css';

/** A short talk with a campaign: what the product does, in one look. Decoration, so screen readers skip it. */
export function Conversation() {
  return (
    <div className={classes.panel} aria-hidden>
      <div className={classes.talk}>
        <p className={classes.theirs}>COFFEE</p>
        <p className={classes.ours}>Welcome to Blue Door! Espresso or filter?</p>
        <p className={classes.theirs}>espresso please</p>
        <p className={classes.ours}>
          Good choice. Show this text for a free shot until Friday. Reply STOP to opt out.
        </p>
        <p className={classes.theirs}>Amazing, thanks!</p>
      </div>
      <p className={classes.claim}>Campaigns that answer back.</p>
    </div>
  );
}
