/** What a program is told of an automation that starts by itself. */
import { calls } from '@parley/contract';
import { readId } from '@parley/contract/api/index.ts';
import { SCHEDULE_TYPES } from '@parley/rules/schedule.ts';
import { expect, test } from 'vitest';
import { makeApiWorld } from '../testing/api-world.ts';
import { useHarness } from '../testing/harness.ts';

const harness = useHarness();

test('an event that starts an automation is shown with ids as programs know them', async () => {
  const { user, live, things } = await makeApiWorld(harness());
  const list = readId('list', things.list ?? '');
  const trigger = {
    event: 'list.joined',
    where: [{ property: 'list', is: 'in', value: [list] }],
    wait: { for: 'clock', days: 1, at: '09:30' },
    repeat: { as: 'days', days: 30 },
    exits: [{ event: 'list.left', where: [{ property: 'list', is: 'in', value: [list] }] }],
  };
  const { id } = (await user.ask(calls.automata.add, { name: 'Joined' })).values;
  const saved = await user.post('automata/updateAutomataData', {
    AutomataId: String(id),
    AutomataData: JSON.stringify({
      Type_int: SCHEDULE_TYPES.BY_EVENT,
      Trigger_vch: JSON.stringify(trigger),
      BatchId_bi: readId('campaign', things.campaign ?? ''),
    }),
    Enabled: '0',
  });
  expect(saved).toMatchObject({ RESULT: 1 });
  const where = [{ property: 'list', is: 'in', value: [things.list] }];
  const shown = { ...trigger, where, exits: [{ event: 'list.left', where }] };
  const path = `/automations/aut_${id}`;
  expect((await live('GET', path)).body).toMatchObject({ enabled: false, trigger: shown, next_run_at: null });

  const on = await live('PATCH', path, { body: { enabled: true } });
  expect([on.status, on.body.enabled, on.body.trigger]).toEqual([200, true, shown]);
  const scheduled = await live('GET', `/automations/${things.automation}`);
  expect([scheduled.body.trigger, scheduled.body.counts.started]).toEqual([null, 0]);
});

test('an automation that starts nobody any more says why, as on the screens', async () => {
  const { user, live, things } = await makeApiWorld(harness());
  const list = (await user.ask(calls.lists.add, { name: 'Walkers' })).values.id;
  const { id } = (await user.ask(calls.automata.add, { name: 'Walked' })).values;
  const where = [{ property: 'list', is: 'in', value: [list] }];
  const saved = await user.post('automata/updateAutomataData', {
    AutomataId: String(id),
    AutomataData: JSON.stringify({
      Type_int: SCHEDULE_TYPES.BY_EVENT,
      Trigger_vch: JSON.stringify({ event: 'list.joined', where }),
      BatchId_bi: readId('campaign', things.campaign ?? ''),
      Status_int: 1,
    }),
    Enabled: '0',
  });
  expect(saved).toMatchObject({ RESULT: 1 });
  const problem = async () => (await live('GET', `/automations/aut_${id}`)).body.problem;
  expect(await problem()).toBe(null);
  expect((await user.ask(calls.lists.remove, { list })).RESULT).toBe(1);
  expect(await problem()).toBe('It won’t start for anyone: the list it waits for was deleted.');
  const { data } = (await live('GET', '/automations')).body;
  expect(data.find((each: { id: string }) => each.id === `aut_${id}`).problem).toBe(await problem());
});
