import { Group, TextInput, VisuallyHidden } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { PAUSES_MS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ask } from '../../data/ask.ts';
import { showFailure } from '../../data/toasts.ts';
import { keyOf, refresh, useCall } from '../../data/use-call.ts';
import { useSave } from '../../data/use-save.ts';
import { SaveMark } from '../../kit/save-mark.tsx';
import { useFlow } from '../store/use-flow.ts';
import classes from './editor.module.css';
import { wordings } from './wordings.ts';

/** The stored name, with what was typed over it. */
export function useCampaignName() {
  const client = useQueryClient();
  const { campaign, isTemplate } = useFlow();
  const form = { campaign, isTemplate };
  const loaded = useCall(calls.campaigns.loadName, form);
  const save = useSave<string>({
    key: `${isTemplate ? 'template' : 'campaign'}-name:${campaign}`,
    pauseMs: PAUSES_MS.nameSaveDebounce,
    save: async (name, { keepalive }) => {
      const reply = await ask(calls.campaigns.saveName, { ...form, name }, { keepalive });
      client.setQueryData<ReplyOf<typeof calls.campaigns.loadName>>(
        keyOf(calls.campaigns.loadName, form),
        (before) => before && { ...before, ...reply },
      );
      void refresh(client, isTemplate ? calls.templates.list : calls.campaigns.list);
    },
  });
  const { error } = loaded;
  useEffect(() => {
    if (error) showFailure(calls.campaigns.loadName, error);
  }, [error]);
  return { name: save.unsaved ?? loaded.data?.name ?? '', save, isKnown: loaded.data !== undefined };
}

type CampaignNameProps = { screen: string; value: ReturnType<typeof useCampaignName> };

/** The title of the editors: the campaign's name, edited in place. */
export function CampaignName({ screen, value }: CampaignNameProps) {
  const { name, save, isKnown } = value;
  return (
    <Group gap="4px 12px" className={classes.name}>
      <VisuallyHidden component="h1">
        {screen}: {name}
      </VisuallyHidden>
      <TextInput
        variant="unstyled"
        aria-label={wordings.campaignName.campaignName}
        // Not while it is loading: it would look like a campaign without a name.
        placeholder={isKnown ? wordings.campaignName.campaignName : ''}
        value={name}
        onChange={(event) => save.change(event.currentTarget.value)}
        onBlur={() => save.retry()}
        readOnly={!isKnown}
        maxLength={TEXT_LIMITS.name}
        autoComplete="off"
        classNames={{ root: classes.nameRoot ?? '', input: classes.nameInput ?? '' }}
      />
      <SaveMark status={save} onRetry={save.retry} fails={calls.campaigns.saveName.fails} />
    </Group>
  );
}
