import { Button, Center, Loader, Stack, Title } from '@mantine/core';
import { calls, type ReplyOf } from '@parley/contract';
import { useEffect, useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { AskError } from '../data/ask.ts';
import { showError, wordsOf } from '../data/toasts.ts';
import { useAction } from '../data/use-call.ts';
import { FailedState } from '../kit/states.tsx';
import { newCampaignPath } from './target.ts';
import { wordings } from './wordings.ts';

const FAILED = calls.templates.createCampaign.fails;
const CREATING = wordings.createFromTemplate.creatingNewCampaign;
const NOT_MADE = wordings.createFromTemplate.noCampaignWasCreated;

/**
 * Makes a campaign from a template, once, and goes on to its editor. Editors show it in place of themselves
 * when their route names a template: `/campaign/editor/0/{TID}`, `/campaign/edit/0/{TID}`.
 */
export function CreateFromTemplate({ template }: { template: number }) {
  const navigate = useNavigate();
  const asked = useRef(0);
  const create = useAction(calls.templates.createCampaign, {
    invalidates: [calls.campaigns.list],
    onSuccess: async (reply) => {
      await navigate(pathOf(reply), { replace: true });
    },
    onFailure: (error) => showError(FAILED, failureWords(error)),
  });
  const { mutate } = create;
  const title = create.error ? NOT_MADE : CREATING;

  useEffect(() => {
    document.title = wordings.createFromTemplate.parley(title);
  }, [title]);

  useEffect(() => {
    // Effects may run twice for one showing; a campaign must not.
    if (asked.current === template) return;
    asked.current = template;
    mutate({ template });
  }, [template, mutate]);

  if (create.error) {
    return (
      <Stack align="center" gap={0}>
        <FailedState whole title={NOT_MADE} error={create.error} onRetry={() => mutate({ template })} />
        <Button component={Link} to="/campaign/templates" variant="subtle">
          {wordings.createFromTemplate.chooseAnotherTemplate}
        </Button>
      </Stack>
    );
  }
  return (
    <Center mih={320} role="status">
      <Stack align="center" gap="sm">
        <Loader />
        <Title order={1}>{CREATING}</Title>
      </Stack>
    </Center>
  );
}

/** A reply counts only with a campaign id above 0 (section 2.8); RESULT was looked at before. */
function pathOf({ campaign, templateType }: ReplyOf<typeof calls.templates.createCampaign>): string {
  if (campaign <= 0) throw new AskError('network', wordings.createFromTemplate.theServerNamedNoNew);
  return newCampaignPath(campaign, templateType);
}

/** Refusals are told as 'Add Object Failed' with the server's message (error catalogue). */
function failureWords(error: AskError): string {
  return error.kind === 'network'
    ? wordsOf(error)
    : wordings.createFromTemplate.addObjectFailed(wordsOf(error));
}
