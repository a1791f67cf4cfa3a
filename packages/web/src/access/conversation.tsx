import { CLAIM } from './claim.ts';
import classes from './conversation.module.css';
import { wordings } from './wordings.ts';

/**
 * What the product is about, and a short talk with a campaign on a phone. Decoration, so screen readers skip
 * it.
 */
export function Conversation() {
  return (
    <div className={classes.panel} aria-hidden>
      <div className={classes.content}>
        <p className={classes.claim}>{CLAIM}</p>
        <p className={classes.about}>{wordings.conversation.textMessageMarketingThatHolds}</p>
        <div className={classes.phone}>
          <p className={classes.sender}>
            <span className={classes.face}>{wordings.conversation.blueDoorCafe[0]}</span>
            {wordings.conversation.blueDoorCafe}
          </p>
          <div className={classes.talk}>
            <p className={classes.theirs}>{wordings.conversation.coffee}</p>
            <p className={classes.ours}>{wordings.conversation.welcomeToBlueDoor}</p>
            <p className={classes.theirs}>{wordings.conversation.espressoPlease}</p>
            <p className={classes.ours}>{wordings.conversation.goodChoice}</p>
            <p className={classes.theirs}>{wordings.conversation.amazingThanks}</p>
          </div>
        </div>
      </div>
    </div>
  );
}
