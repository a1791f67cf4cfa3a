import { ActionIcon, Stack, Switch, Text } from '@mantine/core';
import { COUNT_LIMITS } from '@parley/rules/limits.ts';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { AddSelect } from '../kit/add-select.tsx';
import { formatPercent } from '../kit/numbers.tsx';
import { common } from '../kit/wordings.ts';
import classes from './blast.module.css';
import { people } from './review.ts';
import { useCampaigns, useVersions, type Version } from './use-versions.ts';
import type { Wizard } from './use-wizard.ts';
import { wordings } from './wordings.ts';

/** Sends further campaigns to equal parts of the audience, so that they can be compared. */
export function AbTest({ wizard, name }: { wizard: Wizard; name: string }) {
  const { campaign, draft, change } = wizard;
  const { abTest } = draft;
  const [opened, setOpened] = useState(abTest.length > 0);
  const versions = useVersions(wizard, name);
  const campaigns = useCampaigns(opened);
  // Those that cannot be sent yet come last.
  const left = (campaigns.data?.campaigns ?? [])
    .filter(({ id, active }) => active === '1' && id !== campaign && !abTest.includes(id))
    .toSorted((one, other) => Number(other.finished) - Number(one.finished));
  const isFull = abTest.length + 1 >= COUNT_LIMITS.listsPerBlast;
  return (
    <Stack gap="sm" className={classes.abTest}>
      <Switch
        label={wordings.shared.aBTest}
        description={wordings.abTest.sendDifferentCampaignsToEqual}
        checked={opened}
        onChange={({ currentTarget: { checked } }) => {
          setOpened(checked);
          if (!checked) change({ abTest: [] });
        }}
      />
      {opened && (
        <>
          {abTest.length > 0 && (
            <Versions
              versions={versions}
              onRemove={(id) => change({ abTest: abTest.filter((one) => one !== id) })}
            />
          )}
          <AddSelect
            label={wordings.abTest.testAgainst}
            placeholder={
              left.length === 0 && campaigns.data ? wordings.abTest.noOtherCampaign : common.chooseACampaign
            }
            data={left.map(({ id, name: label, finished }) => ({
              value: String(id),
              label: finished ? label : wordings.abTest.notFinished(label),
              disabled: !finished,
            }))}
            onAdd={(id) => change({ abTest: [...abTest, Number(id)] })}
            disabled={left.length === 0 || isFull}
            nothingFoundMessage={common.noMatchingCampaign}
          />
        </>
      )}
    </Stack>
  );
}

type VersionsProps = { versions: Version[]; onRemove?: (id: number) => void };

/** Each campaign of a test with its share of the audience. */
export function Versions({ versions, onRemove }: VersionsProps) {
  return (
    <ul className={classes.versions} aria-label={wordings.abTest.campaignsOfTheTest}>
      {versions.map(({ id, letter, name, people: count }, index) => (
        <li key={id} className={classes.version}>
          <span className={classes.letter} aria-hidden>
            {letter}
          </span>
          <span className="clamp-2">{name}</span>
          <Text c="dimmed" className="tabular">
            {count === undefined ? formatPercent(1, versions.length) : people(count)}
          </Text>
          {onRemove &&
            (index === 0 ? (
              <span className={classes.noTool} />
            ) : (
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => onRemove(id)}
                aria-label={wordings.abTest.removeFromTheTest(name)}
              >
                <IconX size={16} />
              </ActionIcon>
            ))}
        </li>
      ))}
    </ul>
  );
}
