import { CLAIM } from './claim.ts';
import classes from './conversation.module.css';

/** What the product is about, and a short talk with a campaign on a phone. Decoration, so screen readers skip it. */
export function Conversation() {
  return (
    <div className={classes.panel} aria-hidden>
      <div className={classes.content}>
        <p className={classes.claim}>{CLAIM}</p>
        <p className={classes.about}>
          Text-message marketing that holds a conversation, with opt-outs that always hold.
        </p>
        <div className={classes.phone}>
          <p className={classes.sender}>
            <span className={classes.face}>B</span>
            Blue Door Cafe
          </p>
          <div className={classes.talk}>
            <p className={classes.theirs}>COFFEE</p>
            <p className={classes.ours}>Welcome to Blue Door! Espresso or filter?</p>
            <p className={classes.theirs}>espresso please</p>
            <p className={classes.ours}>
              Good choice. Show this text for a free shot until Friday. Reply STOP to opt out.
            </p>
            <p className={classes.theirs}>Amazing, thanks!</p>
          </div>
        </div>
      </div>
    </div>
  );
}
