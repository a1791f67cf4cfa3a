import { MultiSelect, Select } from '@mantine/core';
import { isolatedName } from '../data/isolated.ts';
import { phoneText } from '../kit/phone-text.ts';
import { common } from '../kit/wordings.ts';
import { tellApart } from '../segments/choices.ts';
import classes from './policy.module.css';
import { MOST_CAMPAIGNS, type PackChoice } from './use-carrier-pack.ts';
import { wordings } from './wordings.ts';

/** What the pack is made of. */
export function CarrierChoice({ choice }: { choice: PackChoice }) {
  const words = wordings.carrierReview;
  const { offered, channel, list, campaigns, isPending } = choice;
  return (
    <section className={`card ${classes.choice}`} aria-label={words.choice}>
      <Select
        label={common.channel}
        data={offered.channels.map(({ id, name, number }) => ({
          value: String(id),
          label: `${isolatedName(name)} · ${phoneText(number)}`,
        }))}
        value={channel ? String(channel.id) : null}
        onChange={(id) => choice.setChannel(id ?? '')}
        allowDeselect={false}
        disabled={isPending}
        searchable
        nothingFoundMessage={common.noMatchingChannel}
      />
      <Select
        label={words.listOfPage}
        data={tellApart(offered.lists.map(({ id, name }) => ({ value: String(id), label: name })))}
        value={list ? String(list.id) : null}
        onChange={(id) => choice.setList(id ?? '')}
        allowDeselect={false}
        disabled={isPending}
        searchable
        nothingFoundMessage={common.noMatchingList}
      />
      <MultiSelect
        className={classes.wholeRow ?? ''}
        label={common.campaigns}
        description={words.samplesOf}
        placeholder={campaigns.length === 0 ? common.chooseACampaign : ''}
        data={tellApart(offered.campaigns.map(({ id, name }) => ({ value: String(id), label: name })))}
        value={campaigns.map(({ id }) => String(id))}
        onChange={choice.setCampaigns}
        maxValues={MOST_CAMPAIGNS}
        disabled={isPending}
        searchable
        hidePickedOptions
        nothingFoundMessage={common.noMatchingCampaign}
      />
    </section>
  );
}
