/** The pages about one campaign, each a link away from the others. */
import { Link } from 'react-router';
import classes from './campaign-pages.module.css';
import { common, wordings } from './wordings.ts';

type CampaignPage = 'keyword' | 'blast' | 'api' | 'results';

const PAGES: { page: CampaignPage | 'flow'; label: string; path: string }[] = [
  { page: 'flow', label: wordings.campaignPages.flow, path: '/campaign/editor/' },
  { page: 'keyword', label: common.keyword, path: '/campaign/keyword/' },
  { page: 'blast', label: common.blast, path: '/blast/' },
  { page: 'api', label: wordings.campaignPages.api, path: '/campaign/api/' },
  { page: 'results', label: wordings.campaignPages.results, path: '/report/template/1/' },
];

type CampaignPagesProps = {
  campaign: number;
  /** The page that this is. */
  at: CampaignPage;
};

/**
 * Stands below the name on the pages of a campaign; the Flow Editor has its own ways to them. This one
 * is no link: somebody who tabs on comes to its fields.
 */
export function CampaignPages({ campaign, at }: CampaignPagesProps) {
  return (
    <nav aria-label={wordings.campaignPages.pagesOfThisCampaign} className={classes.pages}>
      {PAGES.map(({ page, label, path }) =>
        page === at ? (
          <span key={page} aria-current="page" className={classes.page}>
            {label}
          </span>
        ) : (
          <Link key={page} to={`${path}${campaign}`} className={classes.page}>
            {label}
          </Link>
        ),
      )}
    </nav>
  );
}
