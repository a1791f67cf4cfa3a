import { Box, UnstyledButton } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { Notice } from '../../kit/notice.tsx';
import { fieldOfFinding } from '../editor/finding-field.ts';
import { useFindings } from '../editor/findings.ts';
import { useStepActions } from '../editor/use-actions.ts';
import { useSteps } from '../store/use-flow.ts';
import { useVersionPage } from './use-flow-versions.ts';
import { useOwnKeyword } from './use-own-keyword.ts';
import classes from './versions.module.css';
import { wordings } from './wordings.ts';

const MOST_SHOWN = 3;

/** A campaign that was never published answers its keyword with its draft: loud while that has errors. */
export function UnfinishedNotice() {
  const { data } = useVersionPage();
  const keyword = useOwnKeyword();
  const errors = (useFindings() ?? []).filter(({ severity }) => severity === 'error');
  if (data?.live !== 0 || !keyword || errors.length === 0) return null;
  return (
    <Box mb="md">
      <Notice tone="danger" title={wordings.liveState.gettingUnfinished}>
        {wordings.liveState.whatIsWrong(keyword)}
        <FindingLinks findings={errors.slice(0, MOST_SHOWN)} />
        {errors.length > MOST_SHOWN && wordings.liveState.andMore(errors.length - MOST_SHOWN)}
      </Notice>
    </Box>
  );
}

type FindingLinksProps = { findings: readonly Finding[]; onGo?: () => void };

/** What is wrong, each with the way to its field. */
export function FindingLinks({ findings, onGo }: FindingLinksProps) {
  const steps = useSteps();
  const { goTo } = useStepActions();
  return (
    <ul className={classes.errors}>
      {findings.map((finding) => {
        const at = steps.find(({ id }) => id === finding.step);
        return (
          <li key={`${finding.step} ${finding.code} ${finding.message}`}>
            <UnstyledButton
              className={classes.errorLink ?? ''}
              onClick={() => {
                onGo?.();
                goTo(finding.step, fieldOfFinding(finding));
              }}
            >
              {at ? wordings.liveState.inStep(at.position, finding.message) : finding.message}
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
