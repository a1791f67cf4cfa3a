import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { decodeFields, fileRefusal } from '@parley/contract';
import { CAMPAIGN_FILE_LIMITS } from '@parley/rules/campaign-file-limits.ts';
import { IconJson } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { AskError } from '../data/ask.ts';
import { wordsOf } from '../data/toasts.ts';
import { FileDrop } from '../kit/file-drop.tsx';
import { Page } from '../kit/page.tsx';
import { useStepFocus } from '../kit/use-step-focus.ts';
import { common } from '../kit/wordings.ts';
import classes from './campaign-files.module.css';
import { FilePreview } from './file-preview.tsx';
import { type MadeCampaign, useCampaignFile } from './use-campaign-file.ts';
import { wordings } from './wordings.ts';

const words = wordings.importCampaigns;
const ACCEPT = { 'application/json': ['.json'], 'text/plain': ['.json'] };
const DROP_WORDS = {
  drop: words.drop,
  chooseOnPhone: words.chooseOnPhone,
  choose: common.chooseAFile,
  about: words.upTo,
  tooLarge: words.tooLarge,
  wrongKind: words.wrongKind,
};

/** Campaigns from a file: chosen, looked at, made. One that is made alone is opened. */
export function ImportCampaigns() {
  const given = useCampaignFile();
  const { looked, made, error, reading } = given;
  const step = made.length > 0 ? 2 : looked ? 1 : 0;
  const heading = useStepFocus<HTMLDivElement>(step);
  return (
    <Page
      title={wordings.title}
      crumbs={[{ label: common.campaigns, to: '/campaign/manage' }]}
      about={step === 0 ? words.about : undefined}
      width="normal"
    >
      <div ref={heading} tabIndex={-1} className={classes.step}>
        {step === 2 ? (
          <Made campaigns={made} />
        ) : looked ? (
          <FilePreview key={looked.preview.campaigns.length} given={given} looked={looked} />
        ) : (
          <>
            <FileDrop
              label={words.file}
              accept={ACCEPT}
              mostBytes={CAMPAIGN_FILE_LIMITS.bytes}
              icon={IconJson}
              sending={reading}
              words={DROP_WORDS}
              problem={error ? <WhyNot error={error} /> : ''}
              onFile={given.choose}
            />
            <Text c="dimmed" mt="md">
              {words.whatToChoose}
            </Text>
          </>
        )}
      </div>
    </Page>
  );
}

/** What is wrong with a file, each fault with its place. */
function WhyNot({ error }: { error: AskError }) {
  const { faults } = decodeFields(fileRefusal, error.reply);
  if (faults.length === 0) return wordsOf(error);
  return (
    <>
      <p className={classes.faultsTitle}>{wordings.faults.title}</p>
      <ul className={classes.faults}>
        {faults.map(({ pointer, problem }) => (
          <li key={`${pointer} ${problem}`}>
            {pointer !== '' && <code>{placeWords(pointer)}</code>} {problem}
          </li>
        ))}
      </ul>
    </>
  );
}

/** A JSON Pointer as people read it: a step by its place, from 1. */
function placeWords(pointer: string): string {
  const [, step, within = ''] = /^\/campaign\/steps\/(\d+)(.*)$/.exec(pointer) ?? [];
  const path = (step === undefined ? pointer : within).split('/').slice(1);
  return [...(step === undefined ? [] : [wordings.faults.step(Number(step) + 1)]), ...path].join(' › ');
}

/** Several campaigns that were made in one go. */
function Made({ campaigns }: { campaigns: MadeCampaign[] }) {
  return (
    <Stack gap="md">
      <Title order={2}>{wordings.made.title(campaigns.length)}</Title>
      <ul className={`card ${classes.made}`} aria-label={wordings.made.list}>
        {campaigns.map(({ id, name }) => (
          <li key={id}>
            <Anchor component={Link} to={`/campaign/editor/${id}`} className={classes.breaks ?? ''}>
              {name}
            </Anchor>
          </li>
        ))}
      </ul>
      <div>
        <Button component={Link} to="/campaign/manage">
          {wordings.made.all}
        </Button>
      </div>
    </Stack>
  );
}
