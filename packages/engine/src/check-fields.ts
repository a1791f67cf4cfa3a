/** The flow check on fields that several step types have. */
import { isBlank } from '@parley/rules/blank.ts';
import type { CheckedAgainst, Report } from './finding.ts';
import type { Step } from './flow.ts';

export function checkText(step: Step, [text = '', ...alternatives]: string[], report: Report): void {
  if (isBlank(text)) report('error', step, 'empty-text', 'This step has no text to send. Write one.');
  if (alternatives.some(isBlank))
    report('error', step, 'empty-text', 'One of this step’s alternatives is empty. Fill it in or remove it.');
}

/** `ask`: what is said where no list is chosen yet. */
export function checkList(
  step: Step & { list: number },
  ask: string,
  { account, report }: CheckedAgainst,
): void {
  if (step.list <= 0) report('error', step, 'no-list', ask);
  else if (!account.lists.includes(step.list))
    report('error', step, 'unknown-list', 'This step’s list was deleted. Choose another one.');
}

export function checkCampaign(step: Step, campaign: number, { account, report }: CheckedAgainst): void {
  if (campaign <= 0) report('error', step, 'no-campaign', 'Choose the campaign this step switches to.');
  else if (!account.campaigns.includes(campaign))
    report(
      'error',
      step,
      'unknown-campaign',
      'The campaign this step switches to was deleted. Choose another one.',
    );
}
