import { blankStep, type Step } from '@parley/engine';
import { FLOW_SIZE } from '@parley/rules/flow-size.ts';
import { expect, test } from 'vitest';
import { Refusal } from '../platform/errors.ts';
import { storeSketch } from '../testing/flows.ts';
import { useHarness } from '../testing/harness.ts';
import { addStep, type EditedFlow, removeStep, saveStep } from './edit.ts';

const harness = useHarness();
const CAMPAIGN = 7;

const holding = (characters: number): Step =>
  ({
    ...blankStep('message'),
    id: 0,
    position: 0,
    text: 'Hi',
    extra: { kept: 'x'.repeat(characters) },
  }) as Step;

test('a flow grows to what one may hold, and what is full can still be changed and made smaller', async () => {
  const { accountId } = await harness().newUser();
  const { db } = harness().services;
  await storeSketch(db, accountId, CAMPAIGN, [{ id: 900_001, type: 'message', text: 'Hello' }]);
  const flow: EditedFlow = { accountId, campaign: CAMPAIGN, isTemplate: false };
  const part = FLOW_SIZE.flow / 8;
  const added = [];
  for (let n = 0; n < 7; n += 1) added.push(await addStep(db, flow, holding(part)));
  await expect(addStep(db, flow, holding(part))).rejects.toThrow(Refusal);
  const [first] = added;
  if (!first) throw new Error('No step was added.');
  await expect(saveStep(db, flow, { ...holding(3 * part), id: first.step.id }, null)).rejects.toThrow(
    Refusal,
  );
  await saveStep(db, flow, { ...first.step, description: 'Changed' }, null);
  await removeStep(db, flow, first.step.id);
  await addStep(db, flow, holding(part));
});
