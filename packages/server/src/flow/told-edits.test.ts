import { BASE, calls, encodeFields, PAGE_HEADER, type StepOnWire } from '@parley/contract';
import { blankStep } from '@parley/engine';
import { expect, test } from 'vitest';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();
const BLANK = 99;
const say = (text: string): StepOnWire => ({
  step: { ...blankStep('message'), text, position: 0 },
  version: null,
});

test('each edit is told to the account, with its step, who made it and by which page; a refused one is not', async () => {
  const { services, app } = harness();
  const ann = await harness().newUser();
  const bob = await harness().newUser();
  const { campaign } = (await ann.ask(calls.templates.createCampaign, { template: BLANK })).values;
  const told: unknown[] = [];
  const elsewhere: unknown[] = [];
  const leave = [
    services.live.listen(ann.accountId, (message) => told.push(message)),
    services.live.listen(bob.accountId, (message) => elsewhere.push(message)),
  ];
  const { id } = (await ann.ask(calls.flow.addStep, { campaign, point: say('a') })).values;
  const point = (text: string, version: number): StepOnWire => ({
    step: { ...say(text).step, id },
    version,
  });
  await ann.ask(calls.flow.saveStep, { campaign, point: point('b', 1) });
  expect((await ann.ask(calls.flow.saveStep, { campaign, point: point('c', 1) })).RESULT).toBe(0);
  await ann.ask(calls.flow.pasteSteps, { campaign, points: [say('d')], position: 1 });
  await ann.ask(calls.flow.moveStep, { campaign, step: id, position: 1 });
  for (const page of ['page-of-ann', 'not a page'])
    await app.inject({
      method: 'POST',
      url: `${BASE}${calls.flow.moveStep.path}`,
      headers: {
        cookie: ann.cookie(),
        'content-type': 'application/x-www-form-urlencoded',
        [PAGE_HEADER]: page,
      },
      payload: new URLSearchParams(
        encodeFields(calls.flow.moveStep.form, {
          campaign,
          isTemplate: false,
          step: id,
          position: 2,
        }) as Record<string, string>,
      ).toString(),
    });
  await ann.ask(calls.flow.deleteStep, { campaign, step: id });
  for (const stop of leave) stop();
  const news = { type: 'flow', campaign, isTemplate: false, step: id, user: ann.userId, page: '' };
  const moved = { ...news, page: 'page-of-ann' };
  expect(told).toEqual([news, news, { ...news, step: 0 }, news, moved, news, news]);
  expect(elsewhere).toEqual([]);
});
