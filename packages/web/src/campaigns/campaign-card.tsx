import { Anchor, Menu, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { calls } from '@parley/contract';
import {
  IconArrowBackUp,
  IconChartBar,
  IconCopy,
  IconHandStop,
  IconListNumbers,
  IconMessageReply,
  IconRoute,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useAction, useCall } from '../data/use-call.ts';
import { ConfirmDialog } from '../kit/dialogs.tsx';
import { DownloadItem } from '../kit/download.tsx';
import { Notice } from '../kit/notice.tsx';
import { RowMenu } from '../kit/row-menu.tsx';
import { useSaysGone } from '../kit/says-gone.ts';
import { UsedBy } from '../kit/used-by.tsx';
import { common } from '../kit/wordings.ts';
import { TemplateIcon, useIconFinder } from '../templates/index.ts';
import type { Campaign } from './campaign.ts';
import classes from './campaign-card.module.css';
import { SendMark } from './send-mark.tsx';
import type { Send } from './sends.ts';
import { wordings } from './wordings.ts';

const { list, details } = calls.campaigns;

/** For the `<li>` of a card. */
export const campaignCard = `card card-link ${classes.card}`;

type CampaignCardProps = {
  campaign: Campaign;
  /** Its blast that matters most now. */
  send: Send | undefined;
  onRestored: () => void;
  onDuplicated: () => void;
};

/** Its class: {@link campaignCard}. */
export function CampaignCard(props: CampaignCardProps) {
  const { id, name, keyword, furtherKeywords, active, templateName, icon, askedAfterStop, runs, runsBy } =
    props.campaign;
  const iconOf = useIconFinder();
  const isActive = active === '1';
  return (
    <>
      <div className={classes.top}>
        <TemplateIcon svg={iconOf(icon)} size={40} />
        <div className={classes.names}>
          <Title order={2} className={`clamp-2 ${classes.name}`} title={name}>
            {isActive ? (
              <Link to={`/campaign/editor/${id}`} className="cover">
                {name}
              </Link>
            ) : (
              name
            )}
          </Title>
          {templateName !== '' && templateName !== name && (
            <Text c="dimmed" className="clamp-1" title={templateName}>
              {templateName}
            </Text>
          )}
        </div>
        <div className={`above ${classes.menu}`}>
          <CampaignMenu {...props} />
        </div>
      </div>
      <div className={classes.foot}>
        <Keywords all={keyword ? [keyword, ...furtherKeywords] : furtherKeywords} />
        {isActive && props.send && <SendMark send={props.send} />}
      </div>
      {isActive && <CatchAllLine campaign={props.campaign} />}
      {askedAfterStop > 0 && (
        <Anchor component={Link} to="/optouts" size="sm" className={`above ${classes.line}`}>
          <IconHandStop size={14} stroke={2} aria-hidden />
          {wordings.askedAfterStop(askedAfterStop)}
        </Anchor>
      )}
      {runs > 0 && (
        <div className={`above ${classes.line}`}>
          <IconStack2 size={14} stroke={2} aria-hidden />
          <Anchor component={Link} to={`/?runs=${id}`} size="sm">
            {wordings.runs(runs)}
          </Anchor>
          {runsBy > 0 && (
            <Anchor component={Link} to={`/automata/editor/${runsBy}`} size="sm" ml="auto">
              {wordings.automata}
            </Anchor>
          )}
        </div>
      )}
      {isActive && <Banner campaign={props.campaign} />}
    </>
  );
}

/** The channels where it answers what nothing else does. */
function CatchAllLine({ campaign: { catchAllOf, closedOf } }: { campaign: Campaign }) {
  const lines = [
    ...(catchAllOf.length > 0 ? [wordings.campaignCard.catchAllOf(catchAllOf)] : []),
    ...(closedOf.length > 0 ? [wordings.campaignCard.closedOf(closedOf)] : []),
  ];
  return lines.map((line) => (
    <Text key={line} size="sm" className={classes.line}>
      <IconMessageReply size={14} stroke={2} aria-hidden />
      <span className="clamp-2" title={line}>
        {line}
      </span>
    </Text>
  ));
}

/** The first one, and how many there are besides, which its title names. */
function Keywords({ all }: { all: readonly string[] }) {
  const [first, ...others] = all;
  if (first === undefined) return <Text c="dimmed">{wordings.campaignCard.noKeyword}</Text>;
  return (
    <span className={classes.keywords} title={wordings.campaignCard.keywords(all)}>
      <span className={classes.keyword}>{first}</span>
      {others.length > 0 && (
        <Text span c="dimmed" flex="none">
          <span aria-hidden>+{others.length}</span>
          <VisuallyHidden>{wordings.campaignCard.andKeywords(others)}</VisuallyHidden>
        </Text>
      )}
    </span>
  );
}

/** What it still needs: what goes wrong while people get it, else that it is not finished. */
function Banner({ campaign: { id, finished, running, faults, fault, reached } }: { campaign: Campaign }) {
  if (!finished && !running && reached === 0)
    return <p className={classes.banner}>{wordings.campaignCard.youreAlmostThere}</p>;
  if (finished && faults === 0) return null;
  return (
    <div className={`above ${classes.banner}`} data-tone="danger">
      {!finished && <Link to={`/campaign/editor/${id}`}>{wordings.broken}</Link>}
      {reached > 0 && <p>{wordings.reached(reached)}</p>}
      {faults > 0 && (
        <>
          <Link to={`/campaign/editor/${id}`}>{wordings.faults(faults)}</Link>
          <p className="clamp-2" title={fault}>
            {fault}
          </p>
        </>
      )}
    </div>
  );
}

function CampaignMenu({ campaign: { id, name, active }, onRestored, onDuplicated }: CampaignCardProps) {
  const [asking, dialog] = useDisclosure(false);
  const duplicate = useAction(calls.campaigns.duplicate, {
    invalidates: [list],
    onSuccess: onDuplicated,
    notice: wordings.campaignCard.duplicated(name),
  });
  const restore = useAction(calls.campaigns.restore, {
    invalidates: [list, details],
    onSuccess: onRestored,
    notice: (_reply, _form, message) => message || wordings.campaignCard.restored(name),
  });
  const remove = useAction(calls.campaigns.remove, {
    invalidates: [list, details],
    onSuccess: dialog.close,
    notice: wordings.campaignCard.deleted(name),
  });
  useSaysGone(name, asking && !remove.isPending);
  return (
    <>
      <RowMenu of={name}>
        <Menu.Item
          component={Link}
          to={`/campaign/edit/${id}`}
          leftSection={<IconRoute size={16} />}
          title={common.opens(common.guidedConfiguration)}
        >
          {wordings.campaignCard.guidedTourEdit}
        </Menu.Item>
        <Menu.Item component={Link} to={`/campaign/editor/${id}`} leftSection={<IconListNumbers size={16} />}>
          {wordings.campaignCard.advancedFlowEdit}
        </Menu.Item>
        <Menu.Item component={Link} to={`/report/template/1/${id}`} leftSection={<IconChartBar size={16} />}>
          {wordings.campaignCard.reports}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => duplicate.mutate({ campaign: id })}>
          {wordings.campaignCard.duplicate}
        </Menu.Item>
        <DownloadItem href={addressOf(calls.campaignFiles.exportOne, { campaign: id })}>
          {common.exportAsJson}
        </DownloadItem>
        {active === '1' ? (
          <Menu.Item leftSection={<IconTrash size={16} />} color="red" onClick={dialog.open}>
            {common.deleteIt}
          </Menu.Item>
        ) : (
          <Menu.Item
            leftSection={<IconArrowBackUp size={16} />}
            onClick={() => restore.mutate({ campaign: id, isTemplate: false })}
          >
            {wordings.campaignCard.restore}
          </Menu.Item>
        )}
      </RowMenu>
      <ConfirmDialog
        opened={asking}
        onClose={dialog.close}
        title={wordings.campaignCard.deleteThisCampaign}
        confirmLabel={common.deleteIt}
        onConfirm={() => remove.mutate({ campaign: id, isTemplate: false })}
        busy={remove.isPending}
      >
        <div>{wordings.campaignCard.anyKeywordsOrActiveApi(id)}</div>
        <CampaignLoss campaign={id} />
      </ConfirmDialog>
    </>
  );
}

/** What stops with a campaign besides its keyword and API calls; asked when the dialog opens. */
function CampaignLoss({ campaign }: { campaign: number }) {
  const { data } = useCall(calls.uses.ofCampaign, { campaign }, { staleTime: 0 });
  if (!data || (data.blasts === 0 && data.uses.length === 0)) return null;
  return (
    <Stack gap="xs" mt="md">
      {data.blasts > 0 && (
        <Notice tone="warning" title={wordings.campaignCard.ofItNotDoneYet(data.blasts)}>
          {wordings.campaignCard.anythingNotSentYet}
        </Notice>
      )}
      <UsedBy uses={data.uses} title={wordings.campaignCard.thisCampaignIsInUse}>
        {wordings.campaignCard.theyCantSend}
      </UsedBy>
    </Stack>
  );
}
