import { Badge, Button, Group, Menu, Skeleton, Stack, TextInput, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { KNOWN_BY_TAGS } from '@parley/rules/limits.ts';
import { IconMessage, IconSearch, IconTag, IconUserX } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { useIsOwner } from '../account/owner-only.tsx';
import { addressOf } from '../data/ask.ts';
import { useCall } from '../data/use-call.ts';
import { DownloadItem } from '../kit/download.tsx';
import { holdsTyped } from '../kit/holds-typed.ts';
import { LoadFailed } from '../kit/load-failed.tsx';
import { OptionsMenu } from '../kit/options-menu.tsx';
import { Page } from '../kit/page.tsx';
import { phoneText } from '../kit/phone-text.ts';
import { EmptyState } from '../kit/states.tsx';
import { useDrawn } from '../kit/use-drawn.ts';
import { common } from '../kit/wordings.ts';
import { ContactRules } from '../policy/contact-rules.tsx';
import classes from './contact-details.module.css';
import { EraseDialog } from './erase-dialog.tsx';
import { TagField } from './tag-field.tsx';
import { Timeline } from './timeline.tsx';
import { wordings } from './wordings.ts';

/**
 * One person: what the account keeps of them, beside everything that happened. LID 0: not come from a list.
 */
export function ContactDetails() {
  const { LID, CID } = useParams();
  const list = Number(LID ?? 0);
  const contact = Number(CID ?? 0);
  if (contact > 0) return <Details key={contact} list={list} contact={contact} />;
  return <Navigate to={list > 0 ? `/lists/members/${list}` : '/lists'} replace />;
}

function Details({ list, contact }: { list: number; contact: number }) {
  const { data, error, refetch } = useCall(calls.tags.ofContact, { filter: '', contact });
  const phone = data?.phone ?? '';
  const [erasing, setErasing] = useState(false);
  const isOwner = useIsOwner();
  const navigate = useNavigate();
  const found = useCall(
    calls.members.list,
    { list, search: phone, start: 0, length: 1 },
    { enabled: list > 0 && phone !== '' },
  );
  const isOptedOut =
    found.data?.members.some((one) => one.contact === contact && one.optedOut === 1) ?? false;
  const crumbs = [
    { label: common.lists, to: '/lists' },
    ...(list > 0 ? [{ label: wordings.shared.listMembers, to: `/lists/members/${list}` }] : []),
  ];
  // An erased person is gone from the screen, too.
  if (error && (!data || error.kind === 'unknown'))
    return (
      <Page title={wordings.shared.memberDetails} crumbs={crumbs}>
        <LoadFailed
          what={wordings.shared.member}
          error={error}
          onRetry={() => void refetch()}
          back={
            list > 0
              ? { label: wordings.contactDetails.showTheList, to: `/lists/members/${list}` }
              : { label: common.showAllLists, to: '/lists' }
          }
        />
      </Page>
    );

  const title = phone === '' ? wordings.shared.memberDetails : phoneText(phone);
  return (
    <Page
      title={title}
      crumbs={crumbs}
      about={<bdi>{data ? displayName(data.tags) : '\u00a0'}</bdi>}
      action={
        <Button component={Link} to={`/inbox/${contact}`} leftSection={<IconMessage size={16} />}>
          {wordings.contactDetails.openTheConversation}
        </Button>
      }
      heading={
        <Group gap="sm">
          <Title order={1}>{title}</Title>
          {isOptedOut && (
            <Badge color="gray" variant="light" tt="none" fw={500}>
              {common.optedOut}
            </Badge>
          )}
        </Group>
      }
      tools={
        <OptionsMenu label={common.options}>
          <Menu.Item component={Link} to="/TagManager" leftSection={<IconTag size={16} />}>
            {common.tagManager}
          </Menu.Item>
          <DownloadItem href={addressOf(calls.members.everything, { contact })}>
            {wordings.contactDetails.downloadAllData}
          </DownloadItem>
          <Menu.Divider />
          <Menu.Item
            color="red"
            disabled={!isOwner || phone === ''}
            onClick={() => setErasing(true)}
            leftSection={<IconUserX size={16} />}
          >
            {isOwner ? wordings.contactDetails.eraseThisPerson : wordings.contactDetails.eraseOwnersOnly}
          </Menu.Item>
        </OptionsMenu>
      }
    >
      <EraseDialog
        opened={erasing}
        contact={contact}
        phone={phone}
        isOptedOut={isOptedOut}
        onClose={() => setErasing(false)}
        onErased={() => void navigate(list > 0 ? `/lists/members/${list}` : '/lists', { replace: true })}
      />
      <div className={classes.columns}>
        <div>
          <ContactRules contact={contact} />
          <section className={`card ${classes.tags}`} aria-labelledby="member-tags">
            <Title order={2} id="member-tags" mb="md">
              {wordings.contactDetails.tags}
            </Title>
            <TagFields contact={contact} tags={data?.tags} />
          </section>
        </div>
        <section aria-labelledby="member-timeline" className={classes.timeline}>
          <Title order={2} id="member-timeline" mb="md">
            {wordings.contactDetails.timeline}
          </Title>
          <Timeline contact={contact} phone={phone} />
        </section>
      </div>
    </Page>
  );
}

/** As the server says it of the people of a list. */
const displayName = (tags: ContactTags = []) =>
  tags
    .slice(0, KNOWN_BY_TAGS)
    .flatMap(({ value }) => value || [])
    .join(' · ');

type ContactTags = ReplyOf<typeof calls.tags.ofContact>['tags'];
/** From here on, finding a field by its name is quicker than scrolling. */
const MANY_TAGS = 12;

function TagFields({ contact, tags }: { contact: number; tags: ContactTags | undefined }) {
  const [typed, setTyped] = useState('');
  const drawn = useDrawn(tags?.length ?? 0);
  if (!tags)
    return (
      <Stack gap="md" role="status" aria-label={common.loading}>
        {[1, 2, 3, 4].map((row) => (
          <div key={row}>
            <Skeleton height={12} width={96} mb={8} />
            <Skeleton height={36} />
          </div>
        ))}
      </Stack>
    );
  if (tags.length === 0)
    return (
      <EmptyState
        icon={IconTag}
        title={wordings.shared.noTagsYet}
        action={
          <Button component={Link} to="/TagManager">
            {wordings.contactDetails.openTheTagManager}
          </Button>
        }
      >
        {wordings.contactDetails.aTagStoresOneDetail}
      </EmptyState>
    );
  return (
    <Stack gap="md">
      {tags.length >= MANY_TAGS && (
        <TextInput
          type="search"
          placeholder={wordings.contactDetails.searchTags}
          aria-label={wordings.contactDetails.searchTags}
          leftSection={<IconSearch size={16} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {tags
        .filter(({ name }) => holdsTyped(name, typed))
        .slice(0, drawn)
        .map((tag) => (
          <TagField key={tag.id} contact={contact} tag={tag} />
        ))}
    </Stack>
  );
}
