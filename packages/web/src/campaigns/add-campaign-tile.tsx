import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import classes from './add-campaign-tile.module.css';
import { wordings } from './wordings.ts';

/**
 * The first tile of the list, at its `place`. `first`: the account has no campaign yet, so the tile says what
 * one is.
 */
export function AddCampaignTile({ first, place }: { first: boolean; place: object }) {
  return (
    <li {...place} className={classes.item} data-first={first || undefined}>
      <Link to="/campaign/templates" className={classes.tile}>
        <span className={classes.icon}>
          <IconPlus size={22} stroke={1.5} />
        </span>
        <span className={classes.label}>{wordings.shared.addCampaign}</span>
      </Link>
      {first && <p className={classes.about}>{wordings.addCampaignTile.aCampaignIsAText}</p>}
    </li>
  );
}
