import { Anchor, Box, Button, Text, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { FIXED } from '@parley/rules/limits.ts';
import { IconFileImport } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { useAccount } from '../data/use-account.ts';
import { usePages } from '../data/use-call.ts';
import { Filled } from '../kit/filled.tsx';
import { InfiniteScroll } from '../kit/infinite-scroll.tsx';
import { Notice } from '../kit/notice.tsx';
import { Page } from '../kit/page.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { FailedState, LoadingCards, NothingFound } from '../kit/states.tsx';
import { VirtualGrid } from '../kit/virtual-grid.tsx';
import { common } from '../kit/wordings.ts';
import { OwnTemplateMenu } from './own-template-menu.tsx';
import { templateTarget } from './target.ts';
import { TemplateIcon } from './template-icon.tsx';
import classes from './template-picker.module.css';
import { useIconFinder } from './use-template-icons.ts';
import { wordings } from './wordings.ts';

type Reply = ReplyOf<typeof calls.templates.list>;
type Template = Reply['templates'][number];

const rowsOf = (reply: Reply) => reply.templates;
const idOf = (template: Template) => template.id;

export function TemplatePicker() {
  const { TEID } = useParams();
  const [search, setSearch] = useSearch();
  const pages = usePages(calls.templates.list, { search }, { rowsOf, idOf });
  const own = pages.items.filter((template) => template.own);
  const shipped = pages.items.filter((template) => !template.own);
  return (
    <Page
      title={wordings.templatePicker.chooseATemplate}
      crumbs={[{ label: common.campaigns, to: '/campaign/manage' }]}
      about={wordings.templatePicker.everyTemplateIsAComplete}
      tools={
        <Button
          component={Link}
          to="/campaign/import"
          variant="default"
          leftSection={<IconFileImport size={16} />}
        >
          {wordings.templatePicker.fromAFile}
        </Button>
      }
    >
      <UnnamedAccount />
      <div className={classes.bar}>
        <SearchBox placeholder={wordings.templatePicker.searchTemplates} />
      </div>
      {pages.error && pages.items.length === 0 ? (
        <FailedState title={wordings.templatePicker.failedLoad} error={pages.error} onRetry={pages.retry} />
      ) : pages.isPending ? (
        <LoadingCards cards={12} height={116} className={classes.grid ?? ''} />
      ) : pages.items.length === 0 ? (
        <NothingFound search={search} onClear={() => setSearch('')} />
      ) : (
        <>
          {own.length > 0 && (
            <TemplateGroup heading={wordings.templatePicker.yourTemplates} templates={own} edited={TEID} />
          )}
          <TemplateGroup
            heading={own.length > 0 ? wordings.templatePicker.fromParley : null}
            templates={shipped}
            edited={TEID}
          />
          <InfiniteScroll {...pages} />
        </>
      )}
    </Page>
  );
}

/**
 * Templates speak in the account's name, which nobody has chosen yet: it is what stands before the @ of
 * whoever signed up.
 */
function UnnamedAccount() {
  const { data } = useAccount();
  if (data?.contactInfo !== '' || data.accountName !== data.email.split('@')[0]) return null;
  return (
    <Box mb="md">
      <Notice title={wordings.templatePicker.yourTextsWillCome(data.accountName)}>
        <Filled
          words={wordings.templatePicker.thatsYourAccountName}
          parts={{
            rename: (
              <Anchor component={Link} to="/account" underline="always" c="inherit">
                {wordings.templatePicker.giveItYourBusinesssName}
              </Anchor>
            ),
          }}
        />
      </Notice>
    </Box>
  );
}

type TemplateGroupProps = { heading: string | null; templates: Template[]; edited: string | undefined };

function TemplateGroup({ heading, templates, edited }: TemplateGroupProps) {
  const iconOf = useIconFinder();
  if (templates.length === 0) return null;
  return (
    <section className={classes.group}>
      {heading && <Title order={2}>{heading}</Title>}
      <VirtualGrid
        items={templates}
        rowHeight={116}
        rowGap={16}
        keyOf={idOf}
        className={classes.grid}
        cardClassName={`card card-link ${classes.card}`}
      >
        {(template) => (
          <>
            {template.own && (
              <div className={`above ${classes.menu}`}>
                <OwnTemplateMenu template={template} />
              </div>
            )}
            <TemplateIcon svg={iconOf(template.icon)} size={48} />
            <div className={classes.words}>
              <div className={classes.head}>
                <Title order={2} size="h3" className="clamp-2">
                  <Link to={templateTarget(template, edited)} className="cover">
                    {template.name}
                  </Link>
                </Title>
                {template.type === FIXED.guidedTemplateType && (
                  <span className={classes.guided}>{common.guidedConfiguration}</span>
                )}
              </div>
              <Text c="dimmed" lineClamp={4} title={template.description}>
                {template.description}
              </Text>
            </div>
          </>
        )}
      </VirtualGrid>
    </section>
  );
}
