import { Select, Text, Title } from '@mantine/core';
import { calls } from '@parley/contract';
import { PAGE_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { isolatedName } from '../data/isolated.ts';
import { useCall } from '../data/use-call.ts';
import { CodeText } from '../kit/code-text.tsx';
import { common } from '../kit/wordings.ts';
import { smsLink } from './embed-code.ts';
import { QrCode } from './qr-code.tsx';
import classes from './sign-up-page.module.css';
import { wordings } from './wordings.ts';

/** The other way in: a link, or a code to scan, that texts a campaign's keyword. */
export function TextLink() {
  const words = wordings.textLink;
  const [chosen, setChosen] = useState('');
  const campaigns = useCall(calls.campaigns.list, {
    start: 0,
    search: '',
    length: PAGE_LIMITS.picker,
    show: 'active',
    runsOf: undefined,
  });
  const channels = useCall(calls.channels.list, { search: '' });
  const options = (campaigns.data?.campaigns ?? [])
    .filter(({ keyword }) => keyword !== '')
    .map(({ id, name, keyword }) => ({
      value: String(id),
      label: `${isolatedName(keyword)} · ${name}`,
      keyword,
    }));
  const { keyword, value = null } = options.find((option) => option.value === chosen) ?? options[0] ?? {};
  // Campaigns answer their keyword on the account's first channel.
  const number = channels.data?.channels[0]?.number ?? '';
  return (
    <section className={`card ${classes.block}`} aria-labelledby="text-link">
      <Title order={2} id="text-link">
        {words.heading}
      </Title>
      <Text c="dimmed">{words.means}</Text>
      {campaigns.data && options.length === 0 && <Text>{words.noKeywords}</Text>}
      {keyword !== undefined && number !== '' && (
        <>
          <Select
            className={classes.wide}
            label={words.campaign}
            data={options}
            value={value}
            onChange={(next) => setChosen(next ?? '')}
            allowDeselect={false}
            searchable
            nothingFoundMessage={common.noMatchingCampaign}
          />
          <Text>{words.android}</Text>
          <CodeText label={words.android}>{smsLink(number, keyword, '?')}</CodeText>
          <Text>{words.iphone}</Text>
          <CodeText label={words.iphone}>{smsLink(number, keyword, '&')}</CodeText>
          <QrCode
            text={smsLink(number, keyword, '?')}
            label={words.qr(keyword)}
            fileName={`text-${keyword}.svg`}
          />
        </>
      )}
    </section>
  );
}
