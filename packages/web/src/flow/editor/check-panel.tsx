import { Button, Group, Popover, ScrollArea, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import type { Finding } from '@parley/engine/finding.ts';
import { languageName } from '@parley/rules/languages.ts';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useContext, useState } from 'react';
import { useTranslationProgress } from '../languages/use-languages.ts';
import { titleOf } from '../steps/looks.ts';
import { useFlowState, useSteps } from '../store/use-flow.ts';
import classes from './editor.module.css';
import { fieldOfFinding } from './finding-field.ts';
import { UntoldContext, useFindings } from './findings.ts';
import { FixButton } from './fix-button.tsx';
import { useEditorUi } from './ui-state.ts';
import { useStepActions } from './use-actions.ts';
import { wordings } from './wordings.ts';

/** Whether the campaign can be used, and if not, what to fix, each with a way there. */
export function CheckPanel() {
  const findings = useFindings();
  const hasSteps = useFlowState((state) => state.steps.length > 0);
  const isLoading = useFlowState((state) => state.phase === 'loading');
  const isUntold = useContext(UntoldContext);
  const [opened, setOpened] = useState(false);
  if (isLoading) return <Skeleton height={36} width={104} />;
  if (findings === null) return null;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const isWriting = errors === 0 && isUntold;
  const isReady = errors === 0 && hasSteps && !isWriting;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width="min(360px, calc(100vw - 24px))"
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          onClick={() => setOpened(!opened)}
          leftSection={
            isReady ? (
              <IconCircleCheck size={18} color="var(--parley-accent-text)" />
            ) : !hasSteps || isWriting ? undefined : (
              <IconAlertCircle size={18} color="var(--mantine-color-error)" />
            )
          }
          className={`${classes.noWrap} ${classes.checkButton}`}
          aria-live="polite"
        >
          {!hasSteps ? (
            wordings.checkPanel.noStepsYet
          ) : isReady ? (
            wordings.checkPanel.ready
          ) : isWriting ? (
            wordings.checkPanel.writing
          ) : (
            <ToFix count={errors} />
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        {findings.length === 0 ? (
          <Text p="xs" c="dimmed">
            {!hasSteps
              ? wordings.checkPanel.addAFirstStep
              : isWriting
                ? wordings.checkPanel.stillWriting
                : wordings.checkPanel.looksGood}
          </Text>
        ) : (
          <FindingRows findings={findings} onGone={() => setOpened(false)} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

type FindingRowsProps = { findings: Finding[]; onGone: () => void };

function FindingRows({ findings, onGone }: FindingRowsProps) {
  const steps = useSteps();
  const { goTo } = useStepActions();
  const languages = useTranslationProgress().filter(({ missing }) => missing > 0);
  const stepTitle = ({ step: id }: Finding): string => {
    const step = steps.find((each) => each.id === id);
    return step ? `${step.position}. ${titleOf(step)}` : '';
  };
  return (
    <ScrollArea.Autosize mah={360} type="auto" offsetScrollbars="y">
      <Stack gap={2}>
        {errorsFirst(findings.filter(({ code }) => code !== 'untranslated')).map((finding) => (
          <FindingRow
            key={`${finding.step}-${finding.code}-${finding.message}`}
            finding={finding}
            title={stepTitle(finding)}
            onGo={() => {
              onGone();
              useEditorUi.setState({ language: finding.language ?? '' });
              goTo(finding.step, fieldOfFinding(finding));
            }}
          />
        ))}
        {languages.map(({ language, missing, steps: lacking }) => (
          <FindingRow
            key={language}
            finding={{
              severity: 'warning',
              step: lacking[0] ?? 0,
              code: 'untranslated',
              message: wordings.checkPanel.untranslated(missing, lacking.length),
            }}
            title={languageName(language)}
            onGo={() => {
              onGone();
              useEditorUi.setState({ language });
              goTo(lacking[0] ?? 0, 'untranslated');
            }}
          />
        ))}
      </Stack>
    </ScrollArea.Autosize>
  );
}

const errorsFirst = (findings: Finding[]): Finding[] => {
  const rank = ({ severity }: Finding) => (severity === 'error' ? 0 : 1);
  return findings.toSorted((one, other) => rank(one) - rank(other));
};

function ToFix({ count }: { count: number }) {
  return (
    <>
      {count}
      <span className={classes.wideOnly}>&nbsp;{count === 1 ? 'thing' : 'things'}</span>
      &nbsp;{wordings.checkPanel.toFix}
    </>
  );
}

type FindingRowProps = { finding: Finding; title: string; onGo: () => void };

function FindingRow({ finding, title, onGo }: FindingRowProps) {
  return (
    <div>
      <UnstyledButton className={classes.finding} onClick={onGo}>
        <Group gap="xs" wrap="nowrap" align="start">
          <SeverityIcon severity={finding.severity} />
          <div>
            <Text fw={500} className="clamp-1">
              {title}
            </Text>
            <Text c="dimmed">{finding.message}</Text>
          </div>
        </Group>
      </UnstyledButton>
      <FixButton finding={finding} ml={36} mb={6} />
    </div>
  );
}

export function SeverityIcon({ severity }: Pick<Finding, 'severity'>) {
  return severity === 'error' ? (
    <IconAlertCircle
      size={18}
      color="var(--mantine-color-error)"
      className={classes.still}
      aria-label={wordings.checkPanel.error}
    />
  ) : (
    <IconAlertTriangle
      size={18}
      color="var(--parley-warning-text)"
      className={classes.still}
      aria-label={wordings.checkPanel.warning}
    />
  );
}
