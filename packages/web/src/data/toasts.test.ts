import { notificationsStore } from '@mantine/notifications';
import { calls } from '@parley/contract';
import { SCREEN } from '@parley/rules/limits.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { AskError } from './ask.ts';
import { showFailure, showSuccess, wordsOf } from './toasts.ts';

afterEach(() => {
  notificationsStore.setState((state) => ({ ...state, notifications: [], queue: [] }));
  vi.restoreAllMocks();
});

const shown = () => notificationsStore.getState().notifications.map(({ title, message }) => [title, message]);

test.each([
  ['Failed Load', calls.flow.read],
  ['Failed Load', calls.templates.list],
  ['Add Campaign Failed', calls.templates.createCampaign],
  ['Load Campaign Description Failed', calls.campaigns.loadName],
  ['Save Campaign Description Failed', calls.campaigns.saveName],
  ['Auto Save Changes Failed', calls.flow.saveStep],
  ['Delete - Auto Save Changes Failed', calls.flow.deleteStep],
  ['Auto Save Keyword Failed', calls.keyword.save],
  ['Load CP Question Templates Failed', calls.templates.questionTemplates],
])('the notice %s has the message of the server, followed by DETAIL', (wording, call) => {
  showFailure(call, new AskError('refused', 'It is locked.', 'Ask an owner.'));
  expect(shown()).toEqual([[wording, 'It is locked. Ask an owner.']]);
});

test.each([
  ['signing in', calls.access.signIn],
  ['signing up', calls.access.register],
  ['the MFA request', calls.access.sendCode],
  ['the MFA code', calls.access.verifyCode],
  ['a tile', calls.tiles.totalClicks],
])('a failure of %s is logged and shows no notice', (_, call) => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue(undefined);
  showFailure(call, new AskError('refused', 'No.'));
  expect(shown()).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
});

test('the newest notice always shows: with three on the screen the oldest one goes', () => {
  notificationsStore.setState((state) => ({ ...state, limit: SCREEN.toasts }));
  for (const word of ['one', 'two', 'three', 'four', 'five']) showSuccess(word);
  expect(shown().map(([, message]) => message)).toEqual(['three', 'four', 'five']);
  expect(notificationsStore.getState().queue).toEqual([]);
});

test('a session that is over is no notice: it has a screen of its own', () => {
  showFailure(calls.tags.add, new AskError('signed-out', 'Please sign in.'));
  expect(shown()).toEqual([]);
});

test('in a form it is told in words that are still true after signing in again', () => {
  expect(wordsOf(new AskError('signed-out', 'Please sign in.'))).toBe(
    'That didn’t go through because you were signed out. Sign in and try again.',
  );
});

test('what is gone may have been deleted by somebody else', () => {
  const gone = 'That was not found.';
  showFailure(calls.lists.rename, new AskError('unknown', gone, '', { MESSAGE: gone }));
  showFailure(calls.flow.saveStep, new AskError('unknown', 'Somebody else deleted this step.'));
  expect(shown()).toEqual([
    ['That didn’t work', 'That was not found. It may have been deleted in the meantime.'],
    ['Auto Save Changes Failed', 'Somebody else deleted this step.'],
  ]);
});

test('a fault of the network has words of its own under the fixed wording', () => {
  showFailure(calls.campaigns.saveName, new AskError('network', 'Parley cannot be reached.', 'HTTP 502'));
  expect(shown()).toEqual([['Save Campaign Description Failed', 'Parley cannot be reached.']]);
});

test('a success says so', () => {
  showSuccess('Report Saved!');
  expect(shown()).toEqual([[undefined, 'Report Saved!']]);
});
