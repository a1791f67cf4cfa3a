import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './add-campaign-tile.module.css';

/** The first tile of the list. `first`: the account has no campaign yet, so the tile says what one is. */
export function AddCampaignTile({ first }: { first: boolean }) {
  return (
    <li className={classes.item} data-first={first || undefined}>
      <Link to="/campaign/templates" className={classes.tile}>
        <span className={classes.icon}>
          <IconPlus size={22} stroke={1.5} />
        </span>
        <span className={classes.label}>Add Campaign</span>
      </Link>
      {first && (
        <p className={classes.about}>
          A campaign is a conversation by text message: it greets, asks, listens and answers. Start with a
          template and change what you like; nothing is sent before you say so.
        </p>
      )}
    </li>
  );
}
