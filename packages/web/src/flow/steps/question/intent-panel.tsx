import { Group, SegmentedControl, Stack, TagsInput, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Intent } from '@parley/engine/flow.ts';
import { patternTrouble } from '@parley/engine/pattern.ts';
import { COUNT_LIMITS, TEXT_LIMITS } from '@parley/rules/limits.ts';
import { useState } from 'react';
import { MessageBox } from '../../message-box/message-box.tsx';
import {
  actionOf,
  chooseNext,
  chooseSwitch,
  enterResponse,
  type IntentAction,
  phrasesOf,
} from '../../model/intents.ts';
import type { When } from '../../store/step-saving.ts';
import { CampaignSelect, StepSelect } from '../pickers.tsx';
import classes from '../steps.module.css';
import { useTextTokens } from '../use-tokens.ts';
import { wordings } from '../wordings.ts';

const ACTION_LABELS: { value: IntentAction; label: string }[] = [
  { value: 'next', label: wordings.intentPanel.nextStep },
  { value: 'response', label: wordings.intentPanel.simpleResponse },
  { value: 'switch', label: wordings.intentPanel.contextSwitch },
];

type IntentPanelProps = { intent: Intent; onChange: (intent: Intent, when?: When) => void };

/** What an answer means and does: one action, a score, a pattern, phrases that mean the same. */
export function IntentPanel({ intent, onChange }: IntentPanelProps) {
  const isNarrow = useMediaQuery('(max-width: 480px)');
  const [tab, setTab] = useState<IntentAction>(actionOf(intent));
  const trouble = patternTrouble(intent.pattern);
  return (
    <Stack gap="sm" className={classes.panel}>
      <SegmentedControl
        aria-label={wordings.intentPanel.whatThisAnswerDoes}
        data={ACTION_LABELS}
        value={tab}
        onChange={(value) => setTab(value as IntentAction)}
        size="xs"
        orientation={isNarrow ? 'vertical' : 'horizontal'}
      />
      <ActionField action={tab} intent={intent} onChange={onChange} />
      <TagsInput
        label={wordings.intentPanel.trainingPhrases}
        description={wordings.intentPanel.otherWaysPeopleMightSay}
        value={intent.phrases.map(({ text }) => text)}
        onChange={(texts) => onChange({ ...intent, phrases: phrasesOf(texts, intent.phrases) })}
        splitChars={['\n']}
        maxTags={COUNT_LIMITS.alternatives}
        placeholder={intent.phrases.length === 0 ? wordings.intentPanel.yepSureOfCourse : ''}
      />
      <Group gap="xs" align="start" grow>
        <TextInput
          label={wordings.intentPanel.score}
          description={wordings.intentPanel.keptWithTheAnswer}
          value={intent.score}
          onChange={(event) => onChange({ ...intent, score: event.currentTarget.value }, 'after-pause')}
          maxLength={TEXT_LIMITS.tagValue}
        />
        <TextInput
          label={wordings.intentPanel.pattern}
          description={wordings.intentPanel.aRegularExpression}
          placeholder={wordings.intentPanel.yEsEp}
          value={intent.pattern}
          onChange={(event) => onChange({ ...intent, pattern: event.currentTarget.value }, 'after-pause')}
          error={trouble === '' ? undefined : wordings.intentPanel.thisPattern(trouble)}
          maxLength={TEXT_LIMITS.pattern}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          spellCheck={false}
        />
      </Group>
    </Stack>
  );
}

/** What belongs to the one action that is looked at. */
function ActionField({ action, intent, onChange }: IntentPanelProps & { action: IntentAction }) {
  const tokens = useTextTokens();
  if (action === 'next')
    return (
      <StepSelect
        label={wordings.intentPanel.nextStep}
        value={intent.next}
        onChange={(next) => onChange(chooseNext(intent, next))}
      />
    );
  if (action === 'response')
    return (
      <MessageBox
        label={wordings.intentPanel.simpleResponse}
        description={wordings.intentPanel.sentBeforeTheDefaultNext}
        value={intent.response}
        onChange={(response) => onChange(enterResponse(intent, response), 'after-pause')}
        tokens={tokens}
        rows={2}
      />
    );
  return (
    <CampaignSelect
      label={wordings.intentPanel.contextSwitchToCampaign}
      value={intent.switchTo}
      onChange={(campaign) => onChange(chooseSwitch(intent, campaign))}
    />
  );
}
