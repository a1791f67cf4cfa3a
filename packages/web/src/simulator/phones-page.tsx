/** /tools/phone: any number of pretend phones against the simulated carrier. */
import { Button, Select, Skeleton } from '@mantine/core';
import { calls } from '@parley/contract';
import { displayPhone, toE164 } from '@parley/rules/phone.ts';
import { IconDeviceMobileMessage, IconDice5 } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { useQueryParam } from '../data/use-query-param.ts';
import { Page } from '../kit/page.tsx';
import { EmptyState, FailedState, LoadingCards } from '../kit/states.tsx';
import { common } from '../kit/wordings.ts';
import { AddPhone } from './add-phone.tsx';
import { FailureTable } from './failure-table.tsx';
import { PhoneKeywords } from './phone-keywords.tsx';
import classes from './phones.module.css';
import { TestPhone } from './test-phone.tsx';
import { MOST_PHONES, randomPhone, usePhones } from './use-phones.ts';
import { wordings } from './wordings.ts';

export function PhonesPage() {
  const channels = useCall(calls.channels.list, { search: '' });
  const simulated = channels.data?.channels.filter((channel) => channel.connection === 'simulator');
  return (
    <Page
      title={wordings.routes.qaTool}
      crumbs={[{ label: common.tools, to: '/tools' }]}
      about={wordings.phonesPage.textAKeywordAndWatch}
    >
      {channels.error ? (
        <FailedState
          title={wordings.phonesPage.couldntLoadYourChannels}
          error={channels.error}
          onRetry={() => void channels.refetch()}
        />
      ) : !simulated ? (
        <>
          <div className={classes.bar}>
            <Skeleton height={36} width={320} mt={24} radius="md" />
          </div>
          <LoadingCards cards={2} height={480} shape="title" className={classes.desk ?? ''} />
        </>
      ) : simulated.length === 0 ? (
        <EmptyState
          icon={IconDeviceMobileMessage}
          title={wordings.phonesPage.thereIsNoSimulatorChannel}
          action={
            <Button component={Link} to="/channels">
              {common.channelManager}
            </Button>
          }
        >
          {wordings.phonesPage.testPhonesNeedAChannel}
        </EmptyState>
      ) : (
        <Desk channels={simulated} />
      )}
    </Page>
  );
}

function Desk({ channels }: { channels: { name: string; number: string }[] }) {
  const desk = usePhones();
  const { phones } = desk;
  const [named, setNamed] = useQueryParam('phone');
  const [active, setActive] = useState('');
  const channel = channels.find(({ number }) => number === desk.channel) ?? channels[0];
  const focused = phones.includes(active) ? active : (phones[0] ?? '');
  const say = useRef(new Map<string, (text: string) => void>());

  const add = (phone: string) => {
    if (!phones.includes(phone)) desk.add(phone);
    setActive(phone);
  };
  // A link from elsewhere names the phone it wants to see.
  useEffect(() => {
    const phone = named === '' ? null : toE164(named);
    if (named !== '') setNamed('');
    if (phone) add(phone);
  });

  if (!channel) return null;
  return (
    <>
      <div className={classes.bar}>
        {channels.length > 1 && (
          <Select
            label={common.channel}
            data={channels.map(({ name, number }) => ({
              value: number,
              label: `${isolatedName(name)} · ${displayPhone(number)}`,
            }))}
            value={channel.number}
            onChange={(number) => number && desk.setChannel(number)}
            allowDeselect={false}
            searchable
            nothingFoundMessage={common.noMatchingChannel}
            className={classes.channel ?? ''}
          />
        )}
        <AddPhone taken={phones} onAdd={add} />
      </div>
      <div className={classes.desk}>
        <div className={classes.main}>
          {phones.length === 0 ? (
            <div className={`card ${classes.none}`}>
              <EmptyState
                icon={IconDeviceMobileMessage}
                title={wordings.phonesPage.putAPhone}
                action={
                  <Button leftSection={<IconDice5 size={16} />} onClick={() => add(randomPhone(phones))}>
                    {wordings.phonesPage.takeARandomNumber}
                  </Button>
                }
              >
                {wordings.phonesPage.itTextsTheNumber(
                  displayPhone(channel.number),
                  channel.name,
                  MOST_PHONES,
                )}
              </EmptyState>
            </div>
          ) : (
            <ul className={classes.phones}>
              {phones.map((phone) => (
                <li key={`${phone} ${channel.number}`}>
                  <TestPhone
                    phone={phone}
                    channel={channel}
                    isActive={phone === focused && phones.length > 1}
                    onActive={() => setActive(phone)}
                    onRemove={() => desk.remove(phone)}
                    ref={(write: ((text: string) => void) | null) => {
                      if (write) say.current.set(phone, write);
                      else say.current.delete(phone);
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </div>
        <aside className={classes.side} aria-label={wordings.phonesPage.thingsToTry}>
          <PhoneKeywords phone={focused} onPick={(word) => say.current.get(focused)?.(word)} />
          <FailureTable taken={phones} onAdd={add} />
        </aside>
      </div>
    </>
  );
}
