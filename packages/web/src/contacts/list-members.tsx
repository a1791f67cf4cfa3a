import { Button, Group, Menu, Text } from '@mantine/core';
import { calls } from '@parley/contract';
import { IconFileImport, IconForms, IconUserPlus, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useCallback, useState } from 'react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { addressOf } from '../data/ask.ts';
import { useCall } from '../data/use-call.ts';
import { NameDialog } from '../kit/dialogs.tsx';
import { DownloadItem } from '../kit/download.tsx';
import { Found } from '../kit/found.tsx';
import { LoadFailed } from '../kit/load-failed.tsx';
import { OptionsMenu } from '../kit/options-menu.tsx';
import { Page } from '../kit/page.tsx';
import { Rows, RowsBar } from '../kit/rows.tsx';
import { SearchBox, useSearch } from '../kit/search-box.tsx';
import { useShortcut } from '../kit/shortcuts.ts';
import { EmptyState, FailedState, LoadingRows, NothingFound, RowToCome } from '../kit/states.tsx';
import { NumberedList } from '../kit/virtual-list.tsx';
import { common } from '../kit/wordings.ts';
import { DoubleOptIn } from '../policy/double-opt-in.tsx';
import { ListFigures } from './list-figures.tsx';
import classes from './list-members.module.css';
import { type MemberAct, MemberDialogs } from './member-dialogs.tsx';
import { MemberRow } from './member-row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { type Member, useMembers } from './use-members.ts';
import { useSelection } from './use-selection.ts';
import { wordings } from './wordings.ts';

/** In pixels, with two lines. */
const ROW_HEIGHT = 57;

/** The people of a list, or of a channel's audience. */
export function ListMembers() {
  const list = Number(useParams().LID ?? 0);
  return list > 0 ? <Members key={list} list={list} /> : <Navigate to="/lists" replace />;
}

function Members({ list }: { list: number }) {
  const navigate = useNavigate();
  const [search] = useSearch();
  const info = useCall(calls.lists.info, { list });
  const channels = useCall(calls.channels.list, { search: '' });
  const members = useMembers(list, search, info.data?.info.count);
  const { adding } = members;
  const importPath = `/lists/import/${list}`;
  useShortcut('n', wordings.listMembers.addMember, adding.open);
  useShortcut('i', common.importContacts, () => void navigate(importPath));

  const isAudience = channels.data?.channels.some(({ audience }) => audience === list) ?? false;
  const crumb = isAudience
    ? { label: wordings.listMembers.channels, to: '/channels' }
    : { label: common.lists, to: '/lists' };
  if (info.error && (!info.data || info.error.kind === 'unknown'))
    return (
      <Page title={wordings.shared.listMembers} crumbs={[crumb]}>
        <LoadFailed
          what={wordings.listMembers.list}
          error={info.error}
          onRetry={() => void info.refetch()}
          back={{ label: common.showAllLists, to: '/lists' }}
        />
      </Page>
    );

  const importButton = (
    <Button component={Link} to={importPath} leftSection={<IconFileImport size={16} />}>
      {common.importContacts}
    </Button>
  );
  const isEmpty = !members.isPending && !members.error && members.count === 0 && search === '';
  return (
    <Page
      title={info.data?.info.name ?? wordings.shared.listMembers}
      crumbs={[crumb]}
      about={isAudience && wordings.listMembers.thisChannelsAudience}
      tools={
        <OptionsMenu label={common.options}>
          <Menu.Item leftSection={<IconUserPlus size={16} />} onClick={adding.open}>
            {wordings.listMembers.addMember}
          </Menu.Item>
          <Menu.Item component={Link} to={importPath} leftSection={<IconFileImport size={16} />}>
            {common.importContacts}
          </Menu.Item>
          {!isAudience && (
            <Menu.Item component={Link} to={`/lists/signup/${list}`} leftSection={<IconForms size={16} />}>
              {common.signUpPage}
            </Menu.Item>
          )}
          <DownloadItem href={addressOf(calls.members.exportList, { list })}>
            {common.exportAsCsv}
          </DownloadItem>
        </OptionsMenu>
      }
      action={!isEmpty && importButton}
    >
      <ListFigures info={info.data?.info} />
      {!isAudience && <DoubleOptIn list={list} />}
      <MemberList
        list={list}
        members={members}
        total={info.data?.info.count}
        empty={
          <EmptyState
            icon={IconUsers}
            title={wordings.listMembers.noOnesOnThisList}
            action={
              <Group justify="center" gap="xs">
                {importButton}
                <Button variant="default" onClick={adding.open}>
                  {wordings.listMembers.addOneNumber}
                </Button>
              </Group>
            }
          >
            {wordings.listMembers.importACsvFile}
          </EmptyState>
        }
      />
      <NameDialog
        {...adding.dialog}
        title={wordings.listMembers.addMemberTitle}
        label={common.phoneNumber}
        confirmLabel={common.addNow}
        maxLength={40}
      >
        <Text>{wordings.listMembers.onlyAddPeopleWhoAgreed}</Text>
      </NameDialog>
    </Page>
  );
}

type MemberListProps = {
  list: number;
  members: ReturnType<typeof useMembers>;
  /** Everybody on the list. */
  total: number | undefined;
  /** Shown while there is nobody. */
  empty: ReactNode;
};

function MemberList({ list, members, total, empty }: MemberListProps) {
  const { count, rowAt, isPending, error, retry } = members;
  const [search, setSearch] = useSearch();
  const selection = useSelection({
    loaded: members.loaded.map(({ contact }) => contact),
    total: search === '' ? total : undefined,
    contactsOf: members.contactsOf,
  });
  const [member, setMember] = useState<Member | null>(null);
  const [act, setAct] = useState<MemberAct | null>(null);
  const open = useCallback((chosen: MemberAct, of: Member) => {
    setMember(of);
    setAct(chosen);
  }, []);
  return (
    <>
      <RowsBar>
        <SearchBox placeholder={wordings.listMembers.searchMembers} />
        <Found
          search={search}
          count={isPending ? undefined : members.loaded.length}
          hasMore={count > members.loaded.length}
          one={wordings.shared.member}
        />
      </RowsBar>
      {error && members.loaded.length === 0 ? (
        <FailedState title={wordings.listMembers.couldntLoadTheMembers} error={error} onRetry={retry} />
      ) : isPending ? (
        <Rows>
          <LoadingRows rows={8} />
        </Rows>
      ) : count === 0 && search === '' ? (
        empty
      ) : count === 0 ? (
        <NothingFound
          search={search}
          onClear={() => setSearch('')}
          hint={wordings.listMembers.searchByAnyPart}
        />
      ) : (
        <Rows>
          <SelectionBar list={list} selection={selection} total={total} onGone={members.forgetAll} />
          <NumberedList
            count={count}
            rowHeight={ROW_HEIGHT}
            onShown={members.onShown}
            keyOf={(index) => rowAt(index)?.contact ?? `row ${index}`}
            className={classes.members}
          >
            {(index) => {
              const one = rowAt(index);
              return one ? (
                <MemberRow
                  list={list}
                  member={one}
                  index={index}
                  onAct={open}
                  isMarked={selection.isMarked(one.contact)}
                  onMark={selection.mark}
                />
              ) : (
                <RowToCome error={error} onRetry={retry} />
              );
            }}
          </NumberedList>
        </Rows>
      )}
      <MemberDialogs
        list={list}
        member={member}
        act={act}
        onClose={() => setAct(null)}
        onGone={members.forget}
      />
    </>
  );
}
