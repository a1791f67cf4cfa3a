import { Button, Text } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { IconLink } from '@tabler/icons-react';
import { Link } from 'react-router';
import { usePages } from '../data/use-call.ts';
import { DateText } from '../kit/date-text.tsx';
import { Filled } from '../kit/filled.tsx';
import { Found } from '../kit/found.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { formatNumber } from '../kit/numbers.tsx';
import { Page } from '../kit/page.tsx';
import { Figure, Row, Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { EmptyState, FailedState, LoadingRows, NothingFound } from '../kit/states.tsx';
import { VirtualList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import classes from './link-list.module.css';
import { wordings } from './wordings.ts';

type Reply = ReplyOf<typeof calls.links.list>;
type ShortLink = Reply['links'][number];

/** The template report about one short link. */
const LINK_REPORT = 2;
const CRUMBS = [{ label: common.tools, to: '/tools' }];

const rowsOf = (reply: Reply) => reply.links;
const idOf = (link: ShortLink) => link.id;

/** /links: the account's short links, newest first, each leading to its report. */
export function LinkList() {
  const [search, setSearch] = useSearch();
  const pages = usePages(calls.links.list, { search, length: PAGE_LIMITS.pageSize }, { rowsOf, idOf });
  const isEmpty = pages.items.length === 0;
  return (
    <Page title={common.shortLinks} crumbs={CRUMBS} about={wordings.linkList.everyoneGetsTheirOwnLink}>
      {pages.error && isEmpty ? (
        <FailedState
          title={wordings.linkList.couldntLoadYourLinks}
          error={pages.error}
          onRetry={pages.retry}
        />
      ) : !pages.isPending && isEmpty && search === '' ? (
        <EmptyState
          icon={IconLink}
          title={wordings.linkList.noShortLinksYet}
          action={
            <Button component={Link} to="/campaign/manage">
              {wordings.linkList.openACampaign}
            </Button>
          }
        >
          {wordings.linkList.turnOnShortenLinks}
        </EmptyState>
      ) : (
        <>
          <RowsBar>
            <SearchBox placeholder={wordings.linkList.searchLinks} />
            <Found
              search={search}
              count={pages.isPending ? undefined : pages.items.length}
              hasMore={pages.canLoadMore}
              one={wordings.linkList.link}
            />
          </RowsBar>
          {pages.isPending ? (
            <Rows>
              <LoadingRows />
            </Rows>
          ) : isEmpty ? (
            <NothingFound search={search} onClear={() => setSearch('')} />
          ) : (
            <Rows>
              <VirtualList items={pages.items} rowHeight={65} keyOf={idOf}>
                {(link) => <LinkRow link={link} />}
              </VirtualList>
            </Rows>
          )}
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}

function LinkRow({ link }: { link: ShortLink }) {
  return (
    <Row
      title={link.name}
      to={`/report/template/${LINK_REPORT}/${link.id}`}
      about={
        <Text c="dimmed" className={classes.about ?? ''}>
          {link.campaign === '' ? wordings.linkList.noCampaign : link.campaign}
          {/* Most are called by their address. */}
          {!link.url.endsWith(link.name) && ` · ${link.url}`}
        </Text>
      }
      side={
        <div className={classes.figures}>
          <Figure
            count={link.clicks}
            unit={link.clicks === 1 ? wordings.linkList.click : wordings.linkList.clicks}
          />
          <Figure
            count={link.people}
            unit={link.people === 1 ? wordings.linkList.person : wordings.linkList.people}
          />
          <Text c="dimmed" className={classes.last ?? ''}>
            {link.lastClick === '' ? (
              wordings.linkList.noClicksYet
            ) : (
              <Filled
                words={wordings.linkList.lastClick}
                parts={{ when: <DateText at={link.lastClick} as="relative" span /> }}
              />
            )}
            <Machines previews={link.previews} scans={link.scans} />
          </Text>
        </div>
      }
    />
  );
}

/** Who opened it without being a person. */
function Machines({ previews, scans }: { previews: number; scans: number }) {
  const words = [
    previews > 0 && `${formatNumber(previews)} ${previews === 1 ? 'preview' : 'previews'}`,
    scans > 0 && `${formatNumber(scans)} ${scans === 1 ? 'scan' : 'scans'}`,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return <span className={classes.machines}>{wordings.linkList.notCounted(words.join(', '))}</span>;
}
